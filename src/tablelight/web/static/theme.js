// Runs before the page is drawn, so that a chosen theme never flashes the other one.
const kept = (() => { try { return localStorage.getItem("theme") } catch { return null } })()
if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept
document.documentElement.classList.add("js")
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-toggle]")) return
  const root = document.documentElement
  const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark")
  root.dataset.theme = now === "dark" ? "light" : "dark"
  try { localStorage.setItem("theme", root.dataset.theme) } catch { /* private mode: it lasts for this page */ }
})
