// Keys of the whole page: arrows step through moves, and a question mark shows all shortcuts.
import { open } from "./dialog.js";
import { wayOf } from "./step_keys.js";

/** @typedef {import("./step_keys.js").Way} Way */

const FIELDS = "input:not([type='radio'], [type='checkbox']), textarea, select, [contenteditable]";
const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];

/**
 * @param {(way: Way) => void} step
 * @param {() => boolean} isMoving whether a move is half made
 */
export function listenForSteps(step, isMoving) {
  // After a click the focus is on the board, but nobody walks over it until another key is used.
  let isPointed = false;
  document.addEventListener("pointerdown", () => {
    isPointed = true;
  }, { capture: true });
  // Before the board hears of a key.
  document.addEventListener("keydown", (event) => {
    const place = placeOf(event.target, !isPointed || isMoving());
    const way = wayOf(event, place, document.dir === "rtl");
    if (!way && event.key.length > 1 && !MODIFIERS.includes(event.key)) isPointed = false;
    if (!way || isCovered()) return;
    event.preventDefault();
    event.stopPropagation();
    step(way);
  }, { capture: true });
}

/** Shows the sheet of shortcuts at a question mark. */
export function listenForHelp() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || placeOf(event.target, true) === "field" || isCovered()) return;
    event.preventDefault();
    open("shortcuts");
  });
}

/** @param {EventTarget | null} target @param {boolean} isWalking whether arrows on the board are its own */
function placeOf(target, isWalking) {
  if (!(target instanceof Element)) return "page";
  if (target.closest(FIELDS)) return "field";
  return isWalking && target.closest("#board svg") ? "board" : "page";
}

/** Whether a dialog or a menu lies over the page. */
function isCovered() {
  return document.querySelector("dialog[open], :popover-open") !== null;
}
