// What the engine has found: an evaluation bar, the best lines, and a table of all moves.
import { say } from "../lib/language.js";
import { pieceIcon } from "../board/prompt.js";
import { formatValue } from "../table/values.js";

/** @typedef {import("../lib/types.js").BoardTurn} Turn */
/** @typedef {import("../lib/types.js").LinesMessage} Lines */
/** @typedef {import("../lib/types.js").MoveLine} MoveLine */

const MAX_SHOWN = 12; // moves of a line

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

/** How a value is known, in a word. @param {Pick<MoveLine, "known" | "kind" | "plies">} value */
export function certainty({ known, plies }) {
  if (known === "table") return say("solved");
  if (known === "proved" || (plies !== null && plies <= 1)) return say("proved");
  return say("searched");
}

/** A move as its word, or as the piece whose code it is. @param {string} game @param {string} word */
export function moveLabel(game, word) {
  return document.getElementById(`${game}-${word}`) ? pieceIcon(game, word) : word;
}

/** A number with the separators of the page's language. @param {number} number */
function grouped(number) {
  return new Intl.NumberFormat(`${document.documentElement.lang}-u-nu-latn`).format(number);
}

/** The bar and the sentence beside the board. @param {Lines | undefined} found */
export function showEvaluation(found) {
  const bar = element("evaluation");
  bar.classList.toggle("is-known", found !== undefined && found.chance !== null);
  bar.style.setProperty("--chance", String(found?.chance ?? 0.5));
  write(bar.querySelector(".said"), found?.value.said ?? "");
}

/** How far the search is. @param {Lines | undefined} found @param {string} [instead] why there is none */
export function showSearch(found, instead = "") {
  write(element("note"), found?.value.note ?? "");
  write(element("search"), instead || (found ? progress(found) : ""));
}

/** @param {Lines} found */
function progress({ value, depth, nodes, done }) {
  if (value.known === "table") return say("Solved: looked up in the tablebase.");
  if (value.known === "proved") return say("Proved by search.");
  const values = { depth, nodes: grouped(nodes) };
  if (done) return say("Searched to depth {depth}. Positions: {nodes}.", values);
  return say("Searching, depth {depth}. Positions: {nodes}.", values);
}

/**
 * The best lines; each of their moves can be played.
 * @param {Turn} turn @param {Lines | undefined} found @param {number} count @param {(words: string[]) => void} play
 */
export function showLines({ game, moves }, found, count, play) {
  const list = element("lines");
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-line") : null;
  list.replaceChildren(...(found?.lines ?? []).slice(0, count).map((line, rank) => {
    const item = document.createElement("li");
    item.append(valueTag(line));
    for (const [at, word] of line.line.slice(0, MAX_SHOWN).entries()) {
      const words = line.line.slice(0, at + 1);
      const button = moveButton(game, word, () => play(words));
      button.dataset.line = `${rank} ${at}`;
      const others = at ? "" : like(line.moves);
      if (others) button.append(others);
      if (!at) button.setAttribute("aria-label", say("{move} {value}", { move: moves[word]?.said ?? word, value: line.said }));
      item.append(button);
    }
    return item;
  }));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-line="${focused}"]`))?.focus();
}

/** How many moves are like a first one. @param {string[]} moves */
function like(moves) {
  return moves.length > 1 ? ` ×${moves.length}` : "";
}

/** @param {string} game @param {string} word @param {() => void} press */
function moveButton(game, word, press) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.dataset.word = word;
  button.setAttribute("aria-label", word); // it may show a picture
  button.append(moveLabel(game, word));
  button.addEventListener("click", press);
  return button;
}

/** @param {MoveLine} line */
function valueTag(line) {
  const tag = document.createElement("span");
  tag.className = `tag ${line.kind} ${line.known}`;
  tag.textContent = formatValue(line);
  tag.title = `${line.said} · ${certainty(line)}`;
  return tag;
}

/**
 * Every move from here; those that are alike are one.
 * @param {Turn} turn @param {Lines | undefined} found
 * @param {Record<string, import("../lib/types.js").MoveResults>} played on this server
 * @param {(words: string[]) => void} play
 */
export function showTable({ game, moves, groups }, found, played, play) {
  const body = element("explorer").querySelector("tbody");
  if (!body) return;
  const focused = body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-word") : null;
  const values = new Map((found?.lines ?? []).map((line) => [line.moves[0], line]));
  const rank = new Map([...values.keys()].map((word, at) => [word, at]));
  const rows = rowsOf(groups, values);
  rows.sort(([one], [other]) => (rank.get(one) ?? rank.size) - (rank.get(other) ?? rank.size));
  body.replaceChildren(...rows.map((words) => {
    const line = values.get(words[0]);
    const row = document.createElement("tr");
    const button = moveButton(game, words[0], () => play([words[0]]));
    button.setAttribute("aria-label", moves[words[0]]?.said ?? words[0]);
    button.title = words.join(" ");
    const value = line ? [valueTag(line), ` ${certainty(line)}`] : ["–"];
    const results = played[words[0]];
    const scores = results ? [results.wins, results.draws, results.losses].map(grouped).join(" · ") : "–";
    row.append(
      cell("th", button, like(words)), cell("td", ...value), cell("td", String(line?.plies ?? "–")),
      cell("td", results ? grouped(results.games) : "–"), cell("td", scores),
    );
    return row;
  }));
  if (focused) /** @type {HTMLElement | null} */ (body.querySelector(`[data-word="${focused}"]`))?.focus();
}

/**
 * The moves of each row: a group, unless its moves have values of their own.
 * @param {string[][]} groups @param {Map<string, MoveLine>} values
 */
function rowsOf(groups, values) {
  return groups.flatMap((group) => {
    const apart = group.filter((word) => values.has(word));
    if (apart.length < 2) return apart.length ? [[apart[0], ...group.filter((word) => word !== apart[0])]] : [group];
    return group.map((word) => [word]);
  });
}

/** @param {"td" | "th"} kind @param {...(Node | string)} content */
function cell(kind, ...content) {
  const made = document.createElement(kind);
  if (kind === "th") made.setAttribute("scope", "row");
  made.append(...content);
  return made;
}

/** @param {Element | null} where @param {string} text */
function write(where, text) {
  if (where && where.textContent !== text) where.textContent = text; // said aloud once
}
