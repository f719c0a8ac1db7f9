// The choice between the pictures of a game that has several. The names of all games' pictures
// differ, so that one setting keeps the choice for each.
import { choose, settings } from "../lib/settings.js";

/** @returns {NodeListOf<HTMLButtonElement>} */
function buttons() {
  return document.querySelectorAll("button[data-view-name]");
}

/** The names of the pictures there are. */
function names() {
  return [...buttons()].map((button) => button.dataset.viewName || "");
}

/** The names that were chosen, of any game. */
function chosen() {
  return settings().view.split(" ").filter(Boolean);
}

/** The picture that is wanted, if there is more than one. */
export function chosenView() {
  const wanted = chosen();
  const known = names();
  return known.find((name) => wanted.includes(name)) ?? known[0] ?? "";
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
      const others = chosen().filter((name) => !names().includes(name));
      choose("view", [...others, button.dataset.viewName].join(" "));
      show();
      redraw();
    });
    button.disabled = false; // a click before this moment would be lost
  }
  show();
  // The page comes with the first one.
  if (chosenView() !== (names()[0] ?? "")) redraw();
}
