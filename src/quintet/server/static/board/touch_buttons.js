// Buttons for touches without a place on the board (a call, a pass, a turn, a dot), and to undo or
// confirm a half-made move.
import { say } from "../lib/language.js";

/** @typedef {import("./chooser.js").Chooser} Chooser */

/**
 * @param {Chooser} chooser
 * @param {Record<string, string>} labels
 * @param {string[]} hint what a hint points at
 */
export function showTouchButtons(chooser, labels, hint) {
  const holder = document.getElementById("touches");
  if (!holder) return;
  const focused = holder.contains(document.activeElement);
  const buttons = chooser.loose.map((touch) => button(labels[touch] ?? touch, () => chooser.touch(touch), touch));
  for (const one of buttons) one.classList.toggle("is-hint", hint.includes(one.dataset.touch || ""));
  const { waiting } = chooser;
  if (waiting) buttons.unshift(button(say("Play this move"), () => chooser.confirm(), "confirm"));
  if (chooser.path.touched.length) buttons.push(button(say("Cancel"), () => chooser.clear(), "clear"));
  holder.replaceChildren(...buttons);
  if (focused) (buttons[0] ?? document.querySelector(".spot[tabindex='0']"))?.focus();
}

/** @param {string} label @param {() => void} press @param {string} touch */
function button(label, press, touch) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.dataset.touch = touch;
  made.className = touch === "clear" ? "quiet" : "primary";
  made.addEventListener("click", press);
  return made;
}
