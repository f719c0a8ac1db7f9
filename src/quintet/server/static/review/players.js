// How well each player has played: accuracy, and how many moves of each grade.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").ReviewedPlayer} Player */

/** @param {HTMLTableElement} table @param {Player[]} players @param {Record<string, string>} grades in words */
export function showPlayers(table, players, grades) {
  const head = row("td", "", players.map(({ name }) => name), "th");
  for (const cell of head.querySelectorAll("th")) cell.scope = "col";
  const shares = players.map(({ accuracy }) =>
    (accuracy === null ? "–" : say("{percent} %", { percent: (100 * accuracy).toFixed(0) })));
  const body = document.createElement("tbody");
  body.append(row("th", say("Accuracy"), shares));
  for (const [grade, label] of Object.entries(grades)) {
    body.append(row("th", label, players.map((player) => String(player.grades[grade] ?? 0))));
  }
  const top = document.createElement("thead");
  top.append(head);
  table.replaceChildren(top, body);
}

/** @param {"td" | "th"} kind of the first cell @param {string} label @param {string[]} values @param {"td" | "th"} [others] */
function row(kind, label, values, others = "td") {
  const made = document.createElement("tr");
  const first = document.createElement(kind);
  first.textContent = label;
  if (first instanceof HTMLTableCellElement && kind === "th") first.scope = "row";
  made.append(first, ...values.map((value) => {
    const cell = document.createElement(others);
    cell.textContent = value;
    return cell;
  }));
  return made;
}
