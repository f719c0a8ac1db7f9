// The outcome, and lines that nobody called.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").PresentView} View */

/** @param {View} view @param {(ply: number, places: string[]) => void} point */
export function showOutcome({ outcome, rematch_url: rematch }, point) {
  const panel = document.getElementById("outcome");
  if (!panel) return;
  panel.hidden = !outcome;
  if (!outcome) return;
  const said = panel.querySelector(".said");
  if (said) said.textContent = outcome.why;
  const title = panel.querySelector("h2");
  if (title) title.textContent = outcome.title;
  const lines = panel.querySelector(".decided");
  if (lines) lines.textContent = outcome.lines.map((places) => places.join(" ")).join(" · ");
  const list = panel.querySelector(".overlooked");
  list?.replaceChildren(...outcome.overlooked.map(({ ply, places, sentence }) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = sentence;
    button.title = say("Show it on the board.");
    button.addEventListener("click", () => point(ply, places));
    item.append(button);
    return item;
  }));
  panel.querySelector(".overlooked-part")?.toggleAttribute("hidden", !outcome.overlooked.length);
  const link = panel.querySelector("a.rematch");
  if (link instanceof HTMLAnchorElement) {
    link.hidden = !rematch;
    if (rematch) link.href = rematch;
  }
}
