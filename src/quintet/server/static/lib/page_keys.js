// Keys of the whole page: arrows step through moves, and a question mark shows all shortcuts.
import { open } from "./dialog.js";
import { wayOf } from "./step_keys.js";

/** @typedef {import("./step_keys.js").Way} Way */

const FIELDS = "input:not([type='radio'], [type='checkbox']), textarea, select, [contenteditable]";

/**
 * @param {(way: Way) => void} step
 * @param {() => boolean} isMoving whether a move is half made
 */
export function listenForSteps(step, isMoving) {
  // Before the board hears of a key: after a click the focus is there, but nobody walks over it.
  document.addEventListener("keydown", (event) => {
    const way = wayOf(event, placeOf(event.target, isMoving), document.dir === "rtl");
    if (!way || isCovered()) return;
    event.preventDefault();
    event.stopPropagation();
    step(way);
  }, { capture: true });
}

/** Shows the sheet of shortcuts at a question mark. */
export function listenForHelp() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || placeOf(event.target, () => false) === "field" || isCovered()) return;
    event.preventDefault();
    open("shortcuts");
  });
}

/** @param {EventTarget | null} target @param {() => boolean} isMoving */
function placeOf(target, isMoving) {
  if (!(target instanceof Element)) return "page";
  if (target.closest(FIELDS)) return "field";
  const isWalking = target.closest("#board svg") && (target.matches(":focus-visible") || isMoving());
  return isWalking ? "board" : "page";
}

/** Whether a dialog or a menu lies over the page. */
function isCovered() {
  return document.querySelector("dialog[open], :popover-open") !== null;
}
