// The moves of a review, each with its mark.
import { pieceIcon } from "../board/prompt.js";
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").ReviewedMove} Move */

const MISTAKES = ["mistake", "blunder", "missed_win"];

export class ReviewedMoves {
  /** @type {Move[]} those that are judged, in order */
  #moves = [];

  /**
   * @param {HTMLOListElement} list
   * @param {string} game
   * @param {(ply: number) => void} show called when one is chosen
   */
  constructor(list, game, show) {
    this.list = list;
    this.game = game;
    list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) show(Number(button.dataset.ply));
    });
  }

  get count() {
    return this.#moves.length;
  }

  /** Those worth another try. */
  get mistakes() {
    return this.#moves.filter(({ grade }) => MISTAKES.includes(grade));
  }

  /** A move by its number, once it is judged. @param {number} ply */
  at(ply) {
    return this.#moves[ply - 1];
  }

  /** @param {Move} move */
  add(move) {
    this.#moves.push(move);
    this.list.append(listItem(move, this.game));
  }

  /** Says which move is on the board, and how far one can go. @param {number} shown @param {number} total */
  select(shown, total) {
    for (const button of this.list.querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === shown;
      if (here === button.hasAttribute("aria-current")) continue;
      button.toggleAttribute("aria-current", here);
      if (here) this.list.scrollTop = button.offsetTop - this.list.clientHeight / 2;
    }
    for (const button of document.querySelectorAll("button[data-step]")) {
      const back = /first|back/.test(button.getAttribute("data-step") || "");
      button.toggleAttribute("disabled", shown === (back ? 0 : total));
    }
  }
}

/** @param {Move} move @param {string} game */
function listItem({ ply, word, said, motions, grade, label, symbol }, game) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.ply = String(ply);
  button.dataset.grade = grade;
  // A move that is the code of a piece is shown as the piece.
  button.append(motions[0]?.piece === word ? pieceIcon(game, word) : word);
  if (symbol) {
    const mark = document.createElement("span");
    mark.className = "symbol";
    mark.textContent = symbol;
    button.append(mark);
  }
  button.title = say("Move {number}: {said} {judged}.", { number: ply, said, judged: label });
  button.setAttribute("aria-label", button.title);
  item.append(button);
  return item;
}
