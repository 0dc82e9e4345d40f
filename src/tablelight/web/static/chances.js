// Chances: told beside every offer that has some, asked anew whenever its form changes; the latest answer wins.
"use strict"
const chances = (() => {
  const known = new WeakSet(), inSight = new WeakSet(), stale = new WeakSet()
  const stops = new WeakMap(), timers = new WeakMap(), sent = new WeakMap() // by box: calls a question off, asks it soon, what was asked
  const UPDATE = 400 // others act: their changes are waited for, so that a lively table leaves room for one's own clicks
  const boxes = () => $$("#turn .chances")
  const boxOf = (form) => form && $(".chances", form)
  const sight = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (!isIntersecting) { inSight.delete(target); continue }
      inSight.add(target)
      if (stale.has(target)) ask(target)
    }
  })
  function soon(box, ms = 0) {
    clearTimeout(timers.get(box))
    stale.add(box)
    timers.set(box, setTimeout(() => { if (inSight.has(box)) ask(box) }, ms))
  }
  function all() {
    for (const box of boxes()) {
      if (known.has(box)) { soon(box, UPDATE); continue }
      known.add(box)
      stale.add(box)
      sight.observe(box)
    }
  }
  function asked(form) {
    const fields = new URLSearchParams(new FormData(form))
    fields.delete("command")
    if ($("[data-more]", form)?.open) fields.set("chart", "yes")
    return fields
  }
  async function ask(box, spoken = box.dataset.touched === "yes") {
    stale.delete(box)
    stops.get(box)?.abort()
    const stop = new AbortController(), fields = asked(box.closest("form"))
    stops.set(box, stop)
    sent.set(box, fields.toString())
    try {
      const answer = await fetch(`/table/${document.body.dataset.table}/chances`, { method: "POST", body: fields, signal: stop.signal })
      if (!answer.ok) return answer.status === 429 ? soon(box, 1500) : void stale.add(box)
      show(box, await answer.text())
      if (spoken) say(box)
    } catch { if (stops.get(box) === stop) stale.add(box) } // the table can't be reached, which the page says by itself
  }
  function show(box, html) {
    const came = Object.assign(document.createElement("template"), { innerHTML: html }).content
    const rest = $(".chances-rest", box.closest("form")), fold = rest?.closest("details"), at = rest?.contains(document.activeElement) && document.activeElement
    const same = at && (at.name ? `[name="${CSS.escape(at.name)}"]` : at.dataset.fill ? `[data-fill="${CSS.escape(at.dataset.fill)}"]` : "summary")
    box.replaceChildren(...$$(".told", came))
    const decided = $(".ways", rest ?? box) // a choice is shown at once, what figures rest on when it is wished
    rest?.replaceChildren(...$$(".told-rest", came))
    if (fold && !decided && $(".ways", rest)) fold.open = true
    if (same) $(same, rest)?.focus({ preventScroll: true })
  }
  let speaking = 0
  function say(box) {
    clearTimeout(speaking)
    speaking = setTimeout(() => { $("#announce").textContent = $("[data-says]", box)?.dataset.says ?? "" }, 700)
  }
  function changed(form, ms) {
    const box = boxOf(form)
    if (!box) return
    box.dataset.touched = "yes"
    soon(box, ms)
  }
  function fill(button) { // an alternative is put into the form that it belongs to
    const form = button.closest("form"), wanted = new URLSearchParams(button.dataset.fill), names = new Set(wanted.keys())
    for (const e of form.elements) {
      if (!names.has(e.name)) continue
      const mine = wanted.getAll(e.name)
      if (e.type === "radio" || e.type === "checkbox") e.checked = mine.includes(e.value)
      else e.value = mine[0]
    }
    refresh(form)
    changed(form)
  }
  on("input", ({ target: e }) => changed(e.form, e.tagName === "TEXTAREA" || e.type === "text" ? 250 : 0))
  on("refreshed", ({ target }) => {
    const box = boxOf(target)
    if (box && sent.has(box) && sent.get(box) !== asked(target).toString()) soon(box)
  })
  on("toggle", ({ target: d }) => { if (d.open && d.matches(".chances-rest [data-more]") && !$(".chart", d)) ask(boxOf(d.closest("form")), false) }, true)
  let waiting = 0
  const later = () => { clearTimeout(waiting); waiting = setTimeout(all, 20) }
  on("htmx:oobAfterSwap", later)
  on("htmx:afterSwap", later)
  return { all, fill }
})()
chances.all()
