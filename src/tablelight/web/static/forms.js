// Forms at the table: commands and their ids, warnings, what a person has typed, quick picks, counts.
// The server decides everything; this file only keeps what somebody is in the middle of.
"use strict"
const $ = (query, root = document) => root.querySelector(query)
const $$ = (query, root = document) => [...root.querySelectorAll(query)]
const on = (name, act, early = false) => document.addEventListener(name, act, early) // early: for what doesn't bubble

function toast(text, tone = "bad") {
  const box = Object.assign(document.createElement("div"), { className: "toast " + tone })
  const close = Object.assign(document.createElement("button"), { type: "button", className: "btn quiet", textContent: "OK" })
  close.dataset.dismiss = ""
  box.append(Object.assign(document.createElement("p"), { textContent: text }), close)
  $("#toasts").append(box)
}

// ---- commands: each submit has its own id; a repeat of the same submit has the same one ----
const idOf = new WeakMap() // form -> id of a submit that has had no answer yet
const formOf = new Map() // and the other way round
const watched = new WeakSet(), seen = new WeakSet()
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("")

on("htmx:configRequest", ({ detail: { verb, elt, parameters } }) => {
  if (verb !== "post" || parameters.get("command")) return
  if (!idOf.has(elt)) idOf.set(elt, newId())
  formOf.set(idOf.get(elt), elt)
  parameters.set("command", idOf.get(elt))
  if (watched.has(elt)) return
  watched.add(elt) // a form that a swap took off the page gets its answer only itself
  elt.addEventListener("htmx:sendError", missed)
  elt.addEventListener("htmx:afterRequest", answered)
})
on("htmx:sendError", missed)
on("htmx:afterRequest", answered)

// A post that never reached the table is sent again with the same id, ever more slowly, until it has an answer.
let misses = 0
function missed(event) {
  const { verb, path, formData } = event.detail.requestConfig
  if (verb !== "post" || seen.has(event)) return
  seen.add(event)
  if (!misses++) toast("The table can't be reached. Your step is kept and sent again.")
  const again = () => htmx.ajax("POST", path, { values: formData, swap: "none", source: document.body }).catch(() => {})
  setTimeout(again, Math.min(8000, 500 * 2 ** misses))
}

function answered({ detail: { requestConfig, xhr, successful } }) {
  const { verb, formData } = requestConfig, command = verb === "post" && formData.get("command"), form = formOf.get(command)
  if (!form || !xhr.status) return
  misses = 0
  formOf.delete(command)
  idOf.delete(form)
  if (!successful) {
    if (!told(xhr)) toast(xhr.status === 429 ? "That was too quick. Wait a moment and try again." : "That did not work. Nothing has changed; try again.")
    return typing.giveBack(form)
  }
  typing.forget(form)
  if ("clear" in form.dataset) form.reset()
  if ("closeAfter" in form.dataset) form.closest("dialog").close()
}
const told = (xhr) => xhr.responseText.includes("hx-swap-oob") // the answer brings its own message

on("htmx:beforeSwap", ({ detail: { xhr, requestConfig }, detail }) => {
  if (xhr.status < 400 || told(xhr)) return
  detail.shouldSwap = false // a whole error page has no place inside the table
  if (requestConfig.verb === "get") toast("That could not be fetched. Try again.")
})

// ---- a step with a warning is asked once more ----
on("htmx:confirm", (event) => {
  const { elt, issueRequest } = event.detail
  if (!elt.dataset?.warn) return
  event.preventDefault()
  $("#confirm-text").textContent = elt.dataset.warn
  $("#confirm [data-yes]").onclick = () => { $("#confirm").close(); issueRequest(true) }
  $("#confirm").showModal()
})

// ---- cells of the map: they come in few words, and are listed once somebody opens the list ----
const cellsIn = new WeakMap() // select -> its cells, each with its note or with what is against it
function cellsOf(select) {
  if (!cellsIn.has(select)) {
    const { may, no } = JSON.parse(select.dataset.cells)
    const each = (part, name) => Object.entries(part).flatMap(([words, keys]) => keys.split(" ").map((key) => [key, { [name]: words }]))
    cellsIn.set(select, new Map([...each(may, "note"), ...each(no, "no")]))
  }
  return cellsIn.get(select)
}
const column = (n) => n < 0 ? "" : column(Math.floor(n / 26) - 1) + String.fromCharCode(65 + n % 26)
const cellName = (x, y) => column(x) + (y + 1)
function cellOption(key, { note, no }) {
  const words = cellName(...key.split(",").map(Number)) + (note ? ` · ${note}` : no ? ` (no: ${no})` : "")
  return Object.assign(new Option(words, key), { disabled: Boolean(no) })
}
function listCells(select) {
  const there = new Set([...select.options].map((o) => o.value))
  for (const [key, cell] of cellsOf(select)) if (!there.has(key)) select.append(cellOption(key, cell))
}
function setValue(e, value) {
  const cell = e.dataset.cells && cellsOf(e).get(value)
  if (cell && ![...e.options].some((o) => o.value === value)) e.append(cellOption(value, cell))
  e.value = value
}
for (const name of ["focusin", "pointerdown"]) on(name, ({ target }) => { if (target.matches?.("select[data-cells]")) listCells(target) })

// ---- what a person has typed, picked, opened and focused in a part of #turn stays when that part comes anew ----
const typing = (() => {
  const held = new Map() // form key -> its touched inputs
  const open = new Set()
  let focus = null
  const forms = (root = $("#turn")) => $$("form[data-key]", root)
  const keyed = (key) => forms().find((form) => form.dataset.key === key)
  const question = () => $("#turn .turn-state")?.dataset.at
  const inputs = (form) => [...form.elements].filter((e) => e.name && e.type !== "hidden")
  const picked = (e) => e.type === "radio" || e.type === "checkbox"
  const wordy = (e) => e.tagName === "TEXTAREA" || e.type === "text"
  const touched = (e) => picked(e) ? e.checked !== e.defaultChecked : e.tagName === "SELECT"
    ? [...e.options].some((o) => o.selected !== o.defaultSelected) : e.value !== e.defaultValue
  const sameName = (form, name) => inputs(form).filter((e) => e.name === name)
  const note = (e) => ({ name: e.name, nth: sameName(e.form, e.name).indexOf(e), pick: picked(e), value: e.value, checked: e.checked })
  const find = (form, was) => sameName(form, was.name).find((e, i) => was.pick ? e.value === was.value : i === was.nth)

  function keep(part) {
    for (const form of forms(part)) {
      const key = form.dataset.key, touchedNow = inputs(form).filter(touched).map(note)
      if (touchedNow.length) held.set(key, { touched: touchedNow, at: form.closest(".prompt") && question(), sent: idOf.has(form) })
      else if (!held.get(key)?.sent) held.delete(key)
    }
    for (const d of $$("details[data-open]", part)) d.open ? open.add(d.dataset.open) : open.delete(d.dataset.open)
    const e = document.activeElement
    if (part.contains(e)) focus = {
      form: e.form?.dataset.key, fold: e.closest("details[data-open]")?.dataset.open, input: e.form && e.name && note(e),
      text: e.textContent, range: wordy(e) && [e.selectionStart, e.selectionEnd] }
  }
  function restore() {
    unfold()
    for (const d of $$("#turn details[data-open]")) if (open.has(d.dataset.open)) d.open = true
    for (const [key, was] of held) if (!was.sent) fill(key, was)
    forms().forEach(refresh)
    if (focus) refocus()
    focus = null
  }
  function refill(part) { // a form came: what was typed into it before comes back
    for (const form of forms(part)) {
      const was = held.get(form.dataset.key)
      if (was && !was.sent) fill(form.dataset.key, was)
      refresh(form)
    }
  }
  function fill(key, was) {
    const form = keyed(key), same = was.at === null || was.at === question()
    if (!form) return
    for (const one of was.touched) {
      const e = find(form, one)
      if (!e || e.disabled) continue
      // picks belong to the question they were made for; words somebody typed are kept for the next one, too
      if (one.pick) { if (same) e.checked = one.checked } else if (same || wordy(e)) setValue(e, one.value)
    }
    refresh(form)
  }
  function refocus() {
    const form = focus.form && keyed(focus.form)
    const to = form && (focus.input ? find(form, focus.input) : $$("button", form).find((b) => b.textContent === focus.text))
      || focus.fold && $(`#turn details[data-open="${CSS.escape(focus.fold)}"] > summary`) || $("#question") || $("#turn")
    to.focus({ preventScroll: true })
    if (focus.range && wordy(to)) to.setSelectionRange(...focus.range)
  }
  function giveBack(form) { // it was refused: what was typed comes back, even if the form came anew meanwhile
    const was = held.get(form.dataset.key)
    if (was?.sent) { was.sent = false; fill(form.dataset.key, was) }
  }
  function forget(form) {
    held.delete(form.dataset.key)
    const fold = (form.isConnected ? form : keyed(form.dataset.key))?.closest("details.fold")
    if (fold) fold.open = false // it is done
    if (form.closest("#turn") && form.isConnected) { form.reset(); refresh(form) }
  }
  return { keep, restore, refill, giveBack, forget }
})()

// ---- a folded offer fetches its form when it is opened, and again when it is opened after something changed ----
const lazy = (() => {
  const cameAt = new WeakMap() // fold -> how many changes there were when its form came
  let changes = 0, carried = new Map()
  const link = (d) => d.dataset.form ??= $(".fold-body > [data-form]", d)?.getAttribute("href") ?? ""
  const body = (d) => $(".fold-body", d)
  const folds = (root = $("#turn")) => $$("details.fold", root).filter(link)

  on("toggle", ({ target: d }) => { if (d.open && d.matches("#turn details.fold") && link(d) && cameAt.get(d) !== changes) fetchForm(d) }, true)
  function fetchForm(d) {
    if (cameAt.get(d) === Infinity) return cameAt.set(d, -1) // it was open, and came along with its form
    cameAt.set(d, changes)
    typing.keep(body(d))
    body(d).setAttribute("aria-busy", "true")
    htmx.ajax("GET", link(d), { target: body(d), source: body(d), swap: "innerHTML" }).catch(() => {})
  }
  on("htmx:afterSwap", ({ detail: { target } }) => {
    if (!target.matches("#turn .fold-body")) return
    target.removeAttribute("aria-busy")
    typing.refill(target)
    board.open(target)
  })
  on("htmx:afterRequest", ({ detail: { target, successful } }) => {
    const d = successful ? null : target?.closest?.("#turn details.fold")
    if (!d || !link(d) || target !== body(d)) return
    cameAt.delete(d) // opening it again is another try
    d.open = false
  })
  // the form in an open fold stays the one that somebody is filling in, also when the fold comes anew
  function keep(part) {
    for (const d of folds(part)) if (d.open && $("form", body(d))) { carried.set(link(d), body(d)); body(d).remove() }
  }
  function restore() {
    for (const d of carried.size ? folds() : []) {
      const was = carried.get(link(d))
      if (!was) continue
      body(d).replaceWith(was)
      cameAt.set(d, Infinity)
    }
    carried = new Map()
  }
  return { keep, restore, changed: () => changes++ }
})()

// ---- groups of offers stay as somebody folded them, in this tab ----
const folds = { key: "folds:" + location.pathname + location.search, kept: {} }
try { folds.kept = JSON.parse(sessionStorage.getItem(folds.key)) ?? {} } catch { /* private mode: they last for this page */ }
function unfold() {
  for (const d of $$("#turn details[data-fold]")) d.open = folds.kept[d.dataset.fold] ?? d.open
}
on("click", ({ target }) => {
  const d = target.closest("details[data-fold] > summary")?.parentElement
  if (!d) return
  folds.kept[d.dataset.fold] = !d.open
  try { sessionStorage.setItem(folds.key, JSON.stringify(folds.kept)) } catch { /* as above */ }
})

// ---- counts, counters, the pool so far ----
function count(form) {
  for (const set of $$("fieldset[data-most]", form)) tally(set)
  for (const sum of $$("[data-sum]", form)) addUp(form, sum)
  const tray = $(".tray", form)
  if (!tray || $$("fieldset:has(.die)", form).length < 2) return
  const dice = $$(".choice:has(:checked) > .die:not([data-face])", form)
  tray.replaceChildren(...dice.map((d) => d.cloneNode(true)))
  tray.dataset.title = dice.length === 1 ? "One die so far" : `${dice.length} dice so far`
  tray.hidden = !dice.length
}
function refresh(form) {
  count(form)
  form.dispatchEvent(new Event("refreshed", { bubbles: true })) // for what is told about the form
}
function tally(set) {
  const n = $$(":checked", set).length, { least, most } = set.dataset, words = $(".tally", set), first = $("input", set)
  words.dataset.words ??= words.textContent
  words.textContent = !n ? words.dataset.words : least === most ? `${n} of ${most}` : `${n} chosen`
  words.className = "tally" + (n > +most ? " over" : n && n >= +least ? " full" : "")
  const asks = least === most ? `Choose ${most}` : `Choose ${least} to ${most}`
  first?.setCustomValidity(n < +least || n > +most ? `${asks}; you have ${n}.` : "") // so that a wrong count isn't sent
}
on("change", ({ target: e }) => { if (e.matches("select[data-begin]")) beginFrom(e) })
function addUp(form, sum) {
  const needed = +sum.dataset.needed, words = $(".tally", sum)
  const total = sum.dataset.sum.split(" ").reduce((before, name) => before + Number(form.elements["f." + name]?.value || 0), 0)
  words.textContent = `${total} of ${needed}` + (total < needed ? `, ${needed - total} left` : total > needed ? `, ${total - needed} too many` : "")
  words.className = "tally" + (total > needed ? " over" : total === needed ? " full" : "")
}
on("input", ({ target: e }) => {
  if (e.form) refresh(e.form)
  if (e.maxLength > 0) countdown(e)
  if (e.name === "face" && e.value.length >= e.max.length && e.checkValidity()) { // on to the next die
    const all = $$("[name=face]", e.form)
    all[all.indexOf(e) + 1]?.focus()
  }
  for (const b of $$(".fill[aria-pressed=true]", e.closest(".offer") ?? undefined)) b.setAttribute("aria-pressed", "false")
})
function countdown(e) {
  const left = e.maxLength - e.value.length, field = e.closest(".field")
  let counter = field && $(".counter", field)
  if (field && !counter && left < 40) field.append(counter = Object.assign(document.createElement("output"), { className: "counter" }))
  if (counter) counter.textContent = left < 40 ? `${left} characters left` : ""
}

// ---- quick picks and steppers ----
function fillFrom(button) {
  const offer = button.closest(".offer"), form = $(".offer-form", offer), values = new FormData(button.form)
  form.reset()
  for (const e of form.elements) {
    if (!e.name?.startsWith("f.")) continue
    const mine = values.getAll(e.name)
    if (e.type === "radio" || e.type === "checkbox") e.checked = mine.includes(e.value)
    else if (mine.length) setValue(e, mine[0])
  }
  for (const b of $$(".fill", offer)) b.setAttribute("aria-pressed", String(b === button))
  form.closest("details").open = true
  refresh(form)
}
function beginFrom(select) {
  const { form, value } = select, begun = value ? JSON.parse(value) : {}
  form.reset()
  select.value = value
  for (const e of form.elements) {
    const mine = begun[e.name?.replace(/^f\./, "")]
    if (mine === undefined) continue
    if (e.type === "radio" || e.type === "checkbox") e.checked = [mine].flat().includes(e.value)
    else e.value = mine
  }
  refresh(form)
}
function step(button) {
  const input = $("input", button.parentElement)
  if (input.value === "") input.value = input.min
  else if (button.dataset.step > 0) input.stepUp()
  else input.stepDown()
  input.dispatchEvent(new Event("input", { bubbles: true }))
}
unfold()
$$("#turn form").forEach(refresh)
