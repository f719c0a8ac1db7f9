// The header of every page: settings and rules open over the page, so that nobody leaves a game.
import { open } from "../lib/dialog.js";
import { say } from "../lib/language.js";
import { bind } from "../lib/settings.js";

document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target.closest("[data-opens], a[data-over]") : null;
  if (!(at instanceof HTMLElement)) return;
  closeMenu();
  if (at instanceof HTMLAnchorElement) openOver(event, at);
  else open(at.dataset.opens || "");
});

function closeMenu() {
  const menu = document.getElementById("menu");
  if (menu?.matches(":popover-open")) menu.hidePopover();
}

/**
 * Shows the main part of another page in a dialog; with a key held down, the browser opens a tab.
 * @param {MouseEvent} event @param {HTMLAnchorElement} link
 */
function openOver(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show(link.href).catch(() => location.assign(link.href));
}

/** @param {string} address */
async function show(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = page.querySelector("[data-over-text]");
  if (!text) throw new Error("The page has nothing to show.");
  const dialog = document.createElement("dialog");
  dialog.className = "over";
  dialog.setAttribute("aria-label", page.title);
  const close = document.createElement("form");
  close.method = "dialog";
  close.className = "close";
  const done = document.createElement("button");
  done.className = "primary";
  done.textContent = say("Close");
  close.append(done);
  const shown = /** @type {HTMLElement} */ (document.importNode(text, true));
  shown.querySelector("nav")?.remove(); // its links would change the address of the game
  for (const link of shown.querySelectorAll("a")) link.target = "_blank"; // nobody leaves a game
  dialog.append(shown, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0;
  const { enliven } = await import("../board/figure.js"); // not before somebody reads the rules
  enliven(shown);
}

bind();
