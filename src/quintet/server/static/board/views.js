// The choice between the pictures of a game that has several.
import { choose, settings } from "../lib/settings.js";

/** @returns {NodeListOf<HTMLButtonElement>} */
function buttons() {
  return document.querySelectorAll("button[data-view-name]");
}

/** The picture that is wanted, if there is more than one. */
export function chosenView() {
  const known = [...buttons()].map((button) => button.dataset.viewName || "");
  return known.includes(settings().view) ? settings().view : known[0] ?? "";
}

/** @param {() => void} redraw */
export function bindViews(redraw) {
  const show = () => {
    for (const button of buttons()) {
      button.setAttribute("aria-pressed", String(button.dataset.viewName === chosenView()));
    }
  };
  for (const button of buttons()) {
    button.addEventListener("click", () => {
      choose("view", button.dataset.viewName || "");
      show();
      redraw();
    });
  }
  show();
  // The page comes with the first one.
  if (chosenView() !== (buttons()[0]?.dataset.viewName ?? "")) redraw();
}
