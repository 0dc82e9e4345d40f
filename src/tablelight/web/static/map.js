// The map: a cursor for the keyboard, lit cells for what an offer allows, tokens that can be dragged, zoom.
// A form with a list of cells (select[data-cells]) is what a cell or a dropped token fills and takes.
// Which form a token belongs to: one that holds the token's id as a value, or whose key ends with ":" and the id;
// else, for one's own token, the form that is lit.
"use strict"
const board = (() => {
  const SIDE = 10, EDGE = 5.5, NS = "http://www.w3.org/2000/svg"
  const root = () => $("#scene .map"), svg = () => $("#scene .board"), view = () => $("#scene .map-view")
  let zoomed = 0 // pixels for one cell; 0 while nobody has zoomed
  let at = null, focused = false, scrolled = null, chosen = "", drag = null, ground = new Map()

  // ---- words ----
  const size = () => ({ w: +root().dataset.width, h: +root().dataset.height })
  const tokens = () => $$(".token[data-token]", svg())
  const covers = (t, x, y) => { const { x: left, y: top, size: n } = t.dataset; return x >= +left && x < +left + +n && y >= +top && y < +top + +n }
  const tokenAt = (x, y) => tokens().findLast((t) => covers(t, x, y))
  const words = (x, y) => [cellName(x, y), ground.get(`${x},${y}`), ...tokens().filter((t) => covers(t, x, y)).map((t) => t.getAttribute("aria-label")), noteAt(x, y)].filter(Boolean).join(", ")
  const say = (text) => { $(".map-says", root()).textContent = text }

  // ---- offers that a cell answers ----
  const listOf = (form) => $("select[data-cells]", form)
  const forms = () => $$("#turn form.offer-form").filter((f) => listOf(f))
  const titleOf = (form) => $(".form-foot [type=submit] [dir]", form).textContent
  const isOpen = (form) => !form.closest("details:not([open])")
  function current() {
    const all = forms()
    return all.find((f) => f.dataset.key === chosen) ?? all.find((f) => f.closest(".prompt")) ?? all.find(isOpen) ?? all[0]
  }
  const names = (form, id) => [...form.elements].some((e) => e.name?.startsWith("f.") && !e.dataset.cells && (e.tagName === "SELECT" ? [...e.options].some((o) => o.value === id) : e.value === id && !e.disabled))
  const formFor = (t) => {
    const all = forms(), id = t.dataset.token, lit = current()
    const fits = (f) => names(f, id) || f.dataset.key.endsWith(":" + id)
    if (lit && fits(lit)) return lit
    return all.find(fits) ?? (t.classList.contains("yours") ? lit : undefined)
  }
  const cell = (form, x, y) => cellsOf(listOf(form)).get(`${x},${y}`)
  const legal = (form, x, y) => { const found = cell(form, x, y); return found && !found.no }
  const whyNot = (form, x, y) => cell(form, x, y)?.no ?? `Not a place for: ${titleOf(form)}.`
  function noteAt(x, y) {
    const form = current(), found = form && cell(form, x, y)
    return found && !found.no && `${titleOf(form)}${found.note ? ": " + found.note : ""}`
  }

  // ---- drawing ----
  // an offer for nearly everywhere tells nothing by its cells, unless somebody has turned to it
  const tellsCells = (form) => form.dataset.key === chosen || form.closest(".prompt") || isOpen(form) || [...cellsOf(listOf(form)).values()].filter(({ no }) => !no).length < size().w * size().h * .6
  const make = (name, attrs, text) => {
    const e = document.createElementNS(NS, name)
    for (const [key, value] of Object.entries(attrs)) e.setAttribute(key, value)
    if (text) e.textContent = text
    return e
  }
  function light() {
    const lit = $(".lit", svg()), form = current(), parts = []
    for (const [key, { note, no }] of form && tellsCells(form) ? cellsOf(listOf(form)) : []) {
      if (no) continue
      const [x, y] = key.split(",").map(Number)
      parts.push(make("rect", { x: x * SIDE + .6, y: y * SIDE + .6, width: SIDE - 1.2, height: SIDE - 1.2, rx: 1, "data-cell": key }))
      if (note && note.length < 8) parts.push(make("text", { x: x * SIDE + SIDE / 2, y: y * SIDE + SIDE / 2 + 1 }, note))
    }
    lit.replaceChildren(...parts)
    for (const t of tokens()) t.classList.toggle("can-drag", Boolean(formFor(t)))
    offers(form)
  }
  function offers(form) {
    const all = forms()
    $(".map-offers", root()).replaceChildren(...(all.length > 1 ? all : []).map((f) => {
      const b = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: titleOf(f) })
      b.setAttribute("aria-pressed", String(f === form))
      b.addEventListener("click", () => { chosen = f.dataset.key; light() })
      return b
    }))
  }
  function fit() {
    const { w, h } = size(), room = view().clientWidth || 320, least = matchMedia("(pointer: coarse), (max-width: 760px)").matches ? 40 : 26
    const px = zoomed || Math.max(least, Math.min(64, room / (w + EDGE / SIDE)))
    svg().setAttribute("width", px * (w + EDGE / SIDE))
    svg().setAttribute("height", px * (h + EDGE / SIDE))
    return px
  }
  function zoom(px, x = view().clientWidth / 2, y = view().clientHeight / 2) {
    const v = view(), before = svg().clientWidth, left = v.scrollLeft + x, top = v.scrollTop + y
    zoomed = Math.max(8, Math.min(110, px))
    fit()
    const by = svg().clientWidth / before
    v.scrollTo(left * by - x, top * by - y)
  }

  // ---- the cursor: focus goes back and forth between two of them, so that each move is read out ----
  function cursor(x, y, focus) {
    const { w, h } = size(), pair = $$(".cursor", svg())
    at = [Math.max(0, Math.min(w - 1, x)), Math.max(0, Math.min(h - 1, y))]
    const [next, last] = pair[0].getAttribute("tabindex") === "0" && focus ? [pair[1], pair[0]] : pair
    for (const [key, value] of Object.entries({ x: at[0] * SIDE, y: at[1] * SIDE, "aria-label": words(...at), tabindex: 0, "aria-hidden": "false" })) next.setAttribute(key, value)
    if (focus) { next.focus({ preventScroll: true }); next.scrollIntoView({ block: "nearest", inline: "nearest" }); say(words(...at)) }
    last.setAttribute("tabindex", -1)
    last.setAttribute("aria-hidden", "true")
  }
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-999, 0], End: [999, 0], PageUp: [0, -999], PageDown: [0, 999] }
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches(".cursor")) return
    const step = steps[event.key], [x, y] = at
    if (step) cursor(x + step[0], y + step[1], true)
    else if (event.key === "Enter" || event.key === " ") act(x, y)
    else return
    event.preventDefault()
  }

  // ---- taking an offer ----
  function act(x, y) {
    const form = current(), t = tokenAt(x, y), theirs = t && formFor(t)
    if (form && legal(form, x, y)) return take(form, x, y)
    if (theirs && theirs !== form) { chosen = theirs.dataset.key; light() }
    else if (t && !theirs) $(`[data-sheet="${CSS.escape(t.dataset.token)}"]`)?.click()
    say(words(x, y) + (form && !t ? `. ${whyNot(form, x, y)}` : ""))
  }
  function take(form, x, y, t) {
    const id = t?.dataset.token
    setValue(listOf(form), `${x},${y}`)
    for (const e of id ? form.elements : []) {
      if (e.type === "radio" && e.value === id) e.checked = true
      if (e.tagName === "SELECT" && !e.matches("[data-cells]") && [...e.options].some((o) => o.value === id)) e.value = id
    }
    if (form.checkValidity()) return form.requestSubmit($("[type=submit]", form))
    for (let d = form.closest("details"); d; d = d.parentElement.closest("details")) d.open = true
    form.reportValidity()
    putBack()
  }
  const putBack = () => { for (const t of $$(".token.sent", svg() ?? undefined)) { place(t, +t.dataset.x, +t.dataset.y); t.classList.remove("sent") } }
  const place = (t, x, y) => t.setAttribute("transform", `translate(${x * SIDE} ${y * SIDE})`)

  // ---- pointers ----
  function spot(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse())
    return [p.x / SIDE, p.y / SIDE]
  }
  const whole = ([x, y]) => [Math.floor(x), Math.floor(y)]
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < size().w && y < size().h
  function down(event) {
    const t = event.target.closest(".token.can-drag")
    if (!t || event.button || drag) return
    const [x, y] = spot(event)
    drag = { t, id: event.pointerId, from: [event.clientX, event.clientY], grip: [x - t.dataset.x, y - t.dataset.y], moved: false }
    t.setPointerCapture(event.pointerId)
  }
  function move(event) {
    if (drag?.id !== event.pointerId) return
    if (!drag.moved && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < 6) return
    if (!drag.moved) {
      drag.moved = true
      chosen = formFor(drag.t)?.dataset.key ?? chosen
      light()
      drag.t.classList.add("drag")
    }
    const [x, y] = spot(event), left = x - drag.grip[0], top = y - drag.grip[1]
    place(drag.t, left, top)
    const key = `${Math.round(left)},${Math.round(top)}`
    for (const r of $$(".lit rect", svg())) r.classList.toggle("over", r.dataset.cell === key)
    say(words(Math.round(left), Math.round(top)))
  }
  function up(event) {
    if (drag?.id !== event.pointerId) return
    const { t, grip, moved } = drag, [x, y] = spot(event), form = formFor(t)
    drag = null
    t.classList.remove("drag")
    if (!moved) return act(...whole([x, y]))
    const [left, top] = [Math.round(x - grip[0]), Math.round(y - grip[1])], may = form && legal(form, left, top)
    place(t, ...(may ? [left, top] : [+t.dataset.x, +t.dataset.y]))
    for (const r of $$(".lit .over", svg())) r.classList.remove("over")
    if (!may) return say(`${cellName(left, top)} is no place for that. ${form ? cell(form, left, top)?.no ?? "" : ""}`)
    t.classList.add("sent")
    take(form, left, top, t)
  }
  function cancel() {
    if (drag) { place(drag.t, +drag.t.dataset.x, +drag.t.dataset.y); drag.t.classList.remove("drag") }
    drag = null
  }
  let pinch = null
  const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
  function touched(event) {
    if (event.touches.length === 2) { cancel(); pinch = { from: apart(event.touches), side: fit() } }
    if (event.touches.length === 2 || event.target.closest(".token.can-drag")) event.preventDefault() // no scrolling now
  }
  function pinched(event) {
    if (event.touches.length !== 2 || !pinch) return
    event.preventDefault()
    const box = view().getBoundingClientRect(), [a, b] = event.touches
    zoom(pinch.side * apart(event.touches) / pinch.from, (a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top)
  }
  function wheeled(event) {
    if (!event.ctrlKey) return
    event.preventDefault()
    const box = view().getBoundingClientRect()
    zoom(fit() * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top)
  }

  // ---- coming and going with the scene ----
  function keep() {
    focused = Boolean(document.activeElement?.closest(".cursors"))
    scrolled = view() && [view().scrollLeft, view().scrollTop]
    drag = null
  }
  function setUp() {
    if (!root()) return
    ground = new Map(Object.entries(JSON.parse(root().dataset.ground)).flatMap(([text, spots]) => spots.split(" ").map((key) => [key, text])))
    $(".cursors", svg()).replaceChildren(...[0, 1].map(() => make("rect", { class: "cursor", width: SIDE, height: SIDE, rx: 1, role: "button", tabindex: -1, "aria-hidden": "true" })))
    const map = svg()
    map.addEventListener("keydown", pressed)
    map.addEventListener("pointerdown", down)
    map.addEventListener("pointermove", move)
    map.addEventListener("pointerup", up)
    map.addEventListener("pointercancel", cancel)
    map.addEventListener("click", (e) => { const p = whole(spot(e)); if (!e.target.closest(".can-drag") && inside(p)) { cursor(...p); act(...p) } })
    map.addEventListener("focusin", () => say(words(...at)))
    map.addEventListener("touchstart", touched, { passive: false })
    map.addEventListener("touchmove", pinched, { passive: false })
    map.addEventListener("wheel", wheeled, { passive: false })
    fit()
    light()
    const own = $(".token.yours", svg())
    cursor(...(at ?? (own ? [+own.dataset.x, +own.dataset.y] : [0, 0])), focused)
    if (scrolled) view().scrollTo(...scrolled)
    else if (own) centre(own)
  }
  function centre(t) {
    const box = t.getBoundingClientRect(), room = view().getBoundingClientRect()
    view().scrollTo(box.left + box.width / 2 - room.left - room.width / 2, box.top + box.height / 2 - room.top - room.height / 2)
  }
  const refresh = () => { if (root() && $(".cursor", svg())) { light(); cursor(...at) } } // a scene just swapped in comes to setUp

  on("htmx:afterRequest", ({ detail }) => { if (!detail.successful) putBack() })
  function open(part) {
    const form = root() && part.closest("#turn") && $("form.offer-form", part)
    if (form && listOf(form)) { chosen = form.dataset.key; light() }
  }
  document.addEventListener("toggle", ({ target }) => { if (target.open) open(target) }, true) // it does not bubble
  on("click", ({ target }) => {
    const by = target.closest?.("[data-zoom]")?.dataset.zoom
    if (by && root()) zoom(by === "0" ? view().clientWidth / (size().w + EDGE / SIDE) : fit() * 1.3 ** by)
  })
  addEventListener("resize", () => { if (root()) fit() })
  return { keep, setUp, refresh, open }
})()
