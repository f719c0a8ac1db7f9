// The score over rematches, beside the players' names.
import { say } from "../lib/language.js";

/** Points with halves, as chess players write them. @param {number} points */
export function formatPoints(points) {
  const whole = Math.floor(points);
  if (whole === points) return String(whole);
  return whole ? `${whole}½` : "½";
}

/** @param {Element} card @param {number | null} points */
export function showPoints(card, points) {
  let shown = card.querySelector(".points");
  if (points === null) return shown?.remove();
  if (!shown) {
    shown = document.createElement("span");
    shown.className = "points soft";
    card.querySelector(".name")?.after(shown);
  }
  shown.textContent = `(${formatPoints(points)})`;
  shown.setAttribute("title", say("Score over rematches"));
}
