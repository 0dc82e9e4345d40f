// Writing a pack: checks as one types, rows that come and go, and drafts that outlive a reload.
// The server decides what is right and draws every part; this file asks it, and keeps what somebody is in the middle of.
"use strict"
const $ = (query, root = document) => root.querySelector(query)
const $$ = (query, root = document) => [...root.querySelectorAll(query)]
const DRAFT = "pack-draft:", here = DRAFT + location.pathname + location.search
const store = {
  get(key) { try { return localStorage.getItem(key) } catch { return null } },
  set(key, value) { try { localStorage.setItem(key, value) } catch { /* private mode: a draft lasts for this page */ } },
  drop(key) { try { localStorage.removeItem(key) } catch { /* as above */ } },
  keys() { try { return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT)) } catch { return [] } },
}
const form = $("#entry")

// ---- the list of a pack: drafts that were saved are done, others are marked ----
if (!form) {
  if ($("[data-saved]")?.dataset.saved) for (const key of store.keys()) if (JSON.parse(store.get(key)).sent) store.drop(key)
  for (const link of $$(".entry-name, .part-tools > .btn")) {
    if (!store.get(DRAFT + link.getAttribute("href"))) continue
    link.after(Object.assign(document.createElement("span"), { className: "word cool", textContent: "not saved yet" }))
  }
}

// ---- the form of an entry ----
const typed = () => new URLSearchParams([...new FormData(form)].filter(([name]) => name !== "op"))
let asking = null, later = 0, drawing = 0, saved = form && String(typed())

async function ask(op, body = typed()) {
  body.set("op", op)
  asking?.abort()
  asking = new AbortController()
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" }, signal: asking.signal })
  if (!answer.ok) throw new Error((await answer.json()).error)
  return answer.json()
}
// An answer that no longer counts is no failure; a server that can't be reached is told, and typing goes on.
const unless = (error) => { if (error.name !== "AbortError") count(error.name === "TypeError" ? "The server can't be reached. What you typed is kept." : error.message, "bad") }

function count(text, tone) {
  const words = $("#count")
  if (words.textContent !== text) words.textContent = text
  words.className = "word " + tone
}

async function check() {
  if (drawing) return // to ask now would break off a row that is on its way; a check follows it anyway
  const { problems, preview } = await ask("check")
  const at = Map.groupBy ? Map.groupBy(problems, (one) => one.slot) : problems.reduce((m, one) => m.set(one.slot, [...(m.get(one.slot) ?? []), one]), new Map())
  for (const slot of $$("[data-wrong]")) {
    const text = (at.get(slot.dataset.wrong) ?? []).map((one) => one.text).join(" ")
    if (slot.textContent !== text) slot.textContent = text
    slot.hidden = !text
    for (const input of $$(`[aria-describedby="${CSS.escape(slot.id)}"]`)) text ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid")
  }
  const elsewhere = problems.filter((one) => !$(`[data-wrong="${CSS.escape(one.slot)}"]`))
  $("#elsewhere").replaceChildren(...elsewhere.map((one) => Object.assign(document.createElement("li"), { textContent: one.text })))
  $("#elsewhere").hidden = !elsewhere.length
  if (preview !== null) $("#preview").innerHTML = preview // drawn by the server, which escapes every word of ours
  $("#no-preview").hidden = preview !== null || !!$("#preview").childElementCount
  count(problems.length ? `${problems.length} to put right` : String(typed()) === saved ? "" : "All is right. Not saved yet.", problems.length ? "bad" : "good")
}
const checkLater = () => { clearTimeout(later); later = setTimeout(() => check().catch(unless), 250) }

function keep() {
  const now = String(typed())
  now === saved ? store.drop(here) : store.set(here, JSON.stringify({ form: now }))
}

async function redraw(op, body = typed()) {
  const before = String(typed())
  drawing++
  const { fields } = await ask(op, body).finally(() => drawing--)
  if (String(typed()) !== before) return redraw(op) // somebody typed on meanwhile: that must not be lost
  const open = new Set($$("details[open]", form).map((d) => d.dataset.path))
  $("#fields").innerHTML = fields // as above
  for (const d of $$("details[data-path]", form)) d.open ||= open.has(d.dataset.path)
}

async function changeRows(op) {
  await redraw(op)
  const place = op.slice(op.indexOf(":") + 1), list = op.startsWith("add") ? place : place.slice(0, place.lastIndexOf("."))
  const rows = $(`fieldset[data-path="${CSS.escape(list)}"]`)
  const last = op.startsWith("add") && $$(":scope > .one-row", rows).at(-1)
  ;((last && $("input:not([type=hidden]), select, textarea", last)) || rows)?.focus()
  keep()
  await check()
}

if (form) {
  form.addEventListener("input", ({ target }) => {
    if ("quiet" in target.dataset) return
    keep()
    if ("redraws" in target.dataset) {
      const { path } = target.dataset
      return void redraw("draw").then(() => $(`[data-path="${CSS.escape(path)}"]`)?.focus()).then(check).catch(unless)
    }
    checkLater()
  })
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=op]")
    if (!button || !/^(add|drop):/.test(button.value)) return
    event.preventDefault()
    changeRows(button.value).catch(unless)
  })
  form.addEventListener("submit", ({ submitter }) => {
    clearTimeout(later)
    if (submitter?.value === "delete") return store.drop(here)
    const draft = store.get(here)
    if (draft) store.set(here, JSON.stringify({ ...JSON.parse(draft), sent: true })) // it is done once it is there
  })
  $("[data-drop-draft]").addEventListener("click", () => { store.drop(here); location.reload() })
  restore().catch(unless)
}

async function restore() {
  const draft = store.get(here) && JSON.parse(store.get(here)).form
  if (!draft || draft === saved) return
  const body = new URLSearchParams(draft), mark = form.elements.was.value
  await redraw("draw", new URLSearchParams(body))
  if (form.elements.new_key) form.elements.new_key.value = body.get("new_key") ?? ""
  form.elements.was.value = body.get("was") ?? mark
  $("#draft").hidden = false
  await check()
}
