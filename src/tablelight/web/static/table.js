// The table page: what comes in over the socket, dialogs, tabs, keys. forms.js comes first.
"use strict"
const body = document.body, frame = $(".table"), scroller = $(".log-scroll")

// ---- swaps: new dice turn once, new lines slide in, a line that comes again takes the place of the old one ----
let faces = [], opened = [], stick = true, height = 0
const swapped = new Set()
const faceOf = (die) => die.dataset.face || ""

on("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  lazy.changed()
  if (target.closest("#turn")) { typing.keep(target); lazy.keep(target) }
  if (target.id === "scene") { faces = $$("#scene .die").map(faceOf); opened = $$("#scene details[data-open][open]").map((d) => d.dataset.open); board.keep() }
  if (target.id !== "log-lines") return
  stick = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60
  for (const li of $$("li[id]", fragment)) {
    const old = document.getElementById(li.id)
    if (old) old.remove()
    else li.classList.add("fresh")
  }
})
on("htmx:oobAfterSwap", ({ detail: { target } }) => { // comes once for each new element; act once for each part
  if (!swapped.size) queueMicrotask(() => { swapped.forEach((id) => after[id]?.()); swapped.clear() })
  swapped.add(target.closest("#turn") ? "turn" : target.id)
})
const after = {
  turn() { lazy.restore(); typing.restore(); showAsked(); board.refresh() },
  party() { if ($("#sheet").open) loadSheet() },
  scene() {
    for (const d of $$("#scene details[data-open]")) d.open = opened.includes(d.dataset.open)
    for (const die of $$("#scene .die.rolled")) {
      const known = faces.indexOf(faceOf(die))
      if (known < 0) die.classList.add("tumble")
      else faces[known] = null
    }
    board.setUp()
  },
  "log-lines"() {
    const fresh = $$(".line.fresh")
    if (stick) scroller.scrollTop = scroller.scrollHeight
    if (fresh.length && !scroller.offsetParent) { // the log is behind a tab, where its live region is silent
      $("#announce").textContent = fresh.map((li) => $(".said", li).textContent).join(" ")
      const tab = $(".tabs [data-tab=log]")
      tab.dataset.news = Number(tab.dataset.news || 0) + fresh.length
    }
    setTimeout(() => fresh.forEach((li) => li.classList.remove("fresh")), 400)
  },
}
// older lines go in above; what one reads stays where it is
on("htmx:beforeSwap", ({ detail }) => { if (detail.target.id === "log-lines") height = scroller.scrollHeight })
on("htmx:afterSwap", ({ detail }) => { if (detail.target.id === "log-lines") scroller.scrollTop += scroller.scrollHeight - height })

// found lines stand twice on the page, so the second ones get names of their own
on("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "log-found") return
  for (const e of $$("[id]", detail.target)) e.id = "found-" + e.id
  for (const e of $$("[aria-controls]", detail.target)) e.setAttribute("aria-controls", "found-" + e.getAttribute("aria-controls"))
})

const title = document.title
let askedAt = "", inView = true
function showAsked() {
  const at = isAsked() ? $("#turn .turn-state").dataset.at : ""
  document.title = at ? "● Your turn · " + title : title
  if (at && at !== askedAt && !isTyping()) showQuestion()
  askedAt = at
  beckon()
}
function showQuestion() {
  if (phone()) $("#turn").scrollIntoView()
  else $("#pane-turn").scrollTop = $("#turn .prompt").offsetTop - $("#pane-turn").offsetTop - 12
}
const isTyping = () => document.activeElement.matches("textarea, input:not([type=radio], [type=checkbox])")
const isAsked = () => $("#turn .turn-state")?.dataset.asked === "yes"
// on a phone the question may be below the scene or behind a tab; then the tab beckons, and leads there
function beckon() {
  const play = $(".tabs [data-tab=play]")
  if (isAsked() && !inView) play.dataset.news = "!"
  else delete play.dataset.news
}
new IntersectionObserver(([turn]) => { inView = turn.intersectionRect.height > 160; beckon() }, { threshold: [0, 0.1, 0.25, 0.5] }).observe($("#turn"))
const phone = () => getComputedStyle($(".tabs")).display !== "none"

// ---- dialogs ----
function show(id) {
  const dialog = document.getElementById(id)
  if (!dialog.open) dialog.showModal()
  return dialog
}
function openRules(rule) {
  show("rules")
  if (rule) return htmx.ajax("GET", "/rules/" + rule, { target: "#rules-found", swap: "innerHTML" })
  htmx.trigger("#rules .search", "rules-open")
  $("#rules-q").focus()
}
function openAdjust({ adjust, label, value }) {
  const form = $("form", show("adjust")), { path, value: input } = form.elements
  form.reset()
  path.value = adjust
  input.value = value
  $("#adjust-what").textContent = label
  input.select()
}
let sheetOf = ""
function loadSheet() {
  const { table, seat } = body.dataset
  htmx.ajax("GET", `/table/${table}/sheet/${encodeURIComponent(sheetOf)}?seat=${encodeURIComponent(seat)}`, { target: "#sheet-body", swap: "innerHTML" })
}
function openSheet(id) { sheetOf = id; show("sheet"); loadSheet() }
function unfoldWhy(button) {
  const card = $(".why-card", button.parentElement), rule = $(".why-rule", card)
  card.hidden = !card.hidden
  button.setAttribute("aria-expanded", String(!card.hidden))
  if (rule && !rule.childElementCount) htmx.ajax("GET", button.dataset.why, { target: rule, swap: "innerHTML" })
  if (!card.hidden) card.scrollIntoView({ block: "nearest" })
}
function tab(name) {
  frame.dataset.tab = name
  for (const t of $$(".tabs [data-tab]")) t.dataset.tab === name ? t.setAttribute("aria-current", "true") : t.removeAttribute("aria-current")
  if (name !== "play") delete $(`.tabs [data-tab=${name}]`).dataset.news
  if (name === "log") scroller.scrollTop = scroller.scrollHeight
  scrollTo(0, 0)
}
function toTheOffer(key) { // from a card in hand to the form that plays it
  const own = CSS.escape(key), to = $(`#turn details[data-open="${own}"], #turn form[data-key="${own}"]`)
  if (!to) return toast("It can't be played now.")
  for (let d = to.closest("details"); d; d = d.parentElement.closest("details")) d.open = true
  const first = $("summary, button[type=submit]", to)
  first.focus()
  first.scrollIntoView({ block: "center" })
}
function copy(button) {
  const copied = () => toast("Copied.", "good")
  const picked = () => { // without a safe connection only what is picked can be copied
    const box = $("input, textarea", button.closest(".with-btn, section")), fold = box.closest("details")
    if (fold) fold.open = true
    box.select()
    if (document.execCommand("copy")) copied()
  }
  navigator.clipboard ? navigator.clipboard.writeText(button.dataset.copy).then(copied, picked) : picked()
}

const clicks = {
  ".fill": fillFrom,
  ".way": chances.fill,
  "[data-step]": step,
  "[data-rule]": (e) => openRules(e.dataset.rule),
  ".why": unfoldWhy,
  "[data-adjust]": (e) => openAdjust(e.dataset),
  "[data-sheet]": (e) => openSheet(e.dataset.sheet),
  "[data-open-dialog=rules]": () => openRules(),
  "[data-open-dialog=find]": () => $("#find-q", show("find")).focus(),
  "[data-open-dialog]": (e) => show(e.dataset.openDialog),
  "[data-close]": (e) => e.closest("dialog").close(),
  "[data-dismiss]": (e) => e.closest(".toast").remove(),
  ".tabs [data-tab]": (e) => { const there = e.dataset.news === "!"; tab(e.dataset.tab); if (there) $("#turn").scrollIntoView() },
  "[data-copy]": copy,
  "[data-to-offer]": ({ dataset: { toOffer } }) => toTheOffer(toOffer),
}
on("click", (event) => {
  if (event.target.tagName === "DIALOG") return event.target.close() // the backdrop
  for (const [query, act] of Object.entries(clicks)) {
    const hit = event.target.closest?.(query)
    if (!hit) continue
    event.preventDefault()
    return act(hit)
  }
})

// toasts go by themselves, unless somebody is at them
new MutationObserver((changes) => {
  for (const toast of changes.flatMap((c) => [...c.addedNodes])) setTimeout(() => { if (toast.matches?.(":not(:hover, :focus-within)")) toast.remove() }, 9000)
}).observe($("#toasts"), { childList: true })

// ---- keys: single letters, never while typing, in a dialog or with a modifier ----
const keys = {
  "/": () => openRules(),
  t: () => { tab("play"); ($("#question") || $("#turn")).focus() },
  l: () => { tab("log"); scroller.focus() },
  p: () => { tab("party"); $("#pane-party").focus() },
  s: () => { tab("log"); $("#say-text")?.focus() },
}
on("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]") || event.target.matches("input, textarea, select")) return
  const act = keys[event.key.toLowerCase()]
  if (act) { event.preventDefault(); act() }
})

// ---- the line to the table ----
function link(state, words) {
  $("#link").dataset.state = state
  $("#link span").textContent = words
}
on("htmx:wsOpen", () => link("live", "live"))
on("htmx:wsClose", ({ detail: { event, socketWrapper } }) => {
  link("lost", "reconnecting")
  // the extension comes back by itself after a broken line; a tidy close by a restarting server is one, too
  if ([1000, 1001, 1005].includes(event.code)) setTimeout(() => socketWrapper.reconnect(), 600 + Math.random() * 900)
})

tab("play")
board.setUp()
askedAt = $("#turn .turn-state").dataset.at // a page that opens stays at its top
showAsked()
scroller.scrollTop = scroller.scrollHeight
