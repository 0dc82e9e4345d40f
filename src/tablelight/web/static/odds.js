// The odds page works without this; it adds dice by a tap, copies the link, and makes a PNG of the chart.
"use strict"
const byId = (id) => document.getElementById(id)
const say = (text) => { byId("said").textContent = text }

function addDie({ add, to }) {
  const input = byId(to)
  input.value = `${input.value.trim()} ${add}`.trim()
}
function takeDie({ to }) {
  const input = byId(to)
  input.value = input.value.trim().split(/\s+/).slice(0, -1).join(" ")
}
async function copy(button) {
  const input = byId(button.dataset.copyFrom)
  input.select()
  try { await navigator.clipboard.writeText(input.value) } catch { document.execCommand("copy") } // no clipboard without https
  say("The link is copied.")
  button.querySelector("span").textContent = "Copied"
}
async function savePng({ png, name }) {
  const image = new Image()
  image.src = png
  try { await image.decode() } catch { return say("The picture could not be made. Try again.") }
  const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight })
  canvas.getContext("2d").drawImage(image, 0, 0)
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"))
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  say("The picture is saved.")
}
document.addEventListener("click", ({ target }) => {
  const button = target.closest("button")
  if (!button) return
  if (button.dataset.add) addDie(button.dataset)
  else if ("take" in button.dataset) takeDie(button.dataset)
  else if (button.dataset.copyFrom) copy(button)
  else if (button.dataset.png) savePng(button.dataset)
})
