// The move list. Of a long game the page gets the latest plies first, and the others in parts.
import { pieceIcon } from "../board/prompt.js";
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").Ply} Ply */

export class MoveList {
  /** @type {Ply[]} in order, without those that are still to be fetched */
  plies = [];
  shown = 0;

  /**
   * @param {HTMLOListElement} list
   * @param {string} game
   * @param {(ply: number) => void} show called when a person steps
   * @param {(before: number) => Promise<Ply[]>} fetchEarlier
   */
  constructor(list, game, show, fetchEarlier) {
    this.list = list;
    this.game = game;
    this.show = show;
    this.fetchEarlier = fetchEarlier;
    list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) show(Number(button.dataset.ply));
    });
    for (const button of document.querySelectorAll("button[data-step]")) {
      const way = button.getAttribute("data-step") || "";
      button.addEventListener("click", () => this.step(way));
    }
  }

  /** The number of the first ply that is here. */
  get first() {
    return this.plies[0]?.ply ?? 1;
  }

  get last() {
    return this.first + this.plies.length - 1;
  }

  /** A ply by its number, if it is here. @param {number} ply @returns {Ply | undefined} */
  at(ply) {
    return this.plies[ply - this.first];
  }

  /** @param {string} way */
  step(way) {
    const aims = { first: 0, back: this.shown - 1, on: this.shown + 1, last: this.last };
    const aim = aims[/** @type {keyof typeof aims} */ (way)];
    if (aim >= 0 && aim <= this.last && aim !== this.shown) this.show(aim);
  }

  /** @param {Ply[]} plies */
  set(plies) {
    this.plies = [];
    this.list.replaceChildren();
    for (const ply of plies) this.add(ply);
    this.list.start = this.first;
    this.fetchMissing().catch(() => undefined); // the next snapshot tries again
  }

  /** @param {Ply} ply */
  add(ply) {
    this.plies.push(ply);
    this.list.append(listItem(ply, this.game));
  }

  async fetchMissing() {
    const { plies } = this;
    while (this.first > 1) {
      const earlier = await this.fetchEarlier(this.first);
      if (plies !== this.plies || !earlier.length) return; // moves were taken back meanwhile
      plies.unshift(...earlier);
      const below = this.list.scrollHeight - this.list.scrollTop;
      this.list.prepend(...earlier.map((ply) => listItem(ply, this.game)));
      this.list.start = this.first;
      this.list.scrollTop = this.list.scrollHeight - below;
    }
    this.select(this.shown);
  }

  /** After the next frame: where it is has to be worked out, and a piece may be about to move. @param {HTMLElement} button */
  scrollTo(button) {
    requestAnimationFrame(() => setTimeout(() => {
      this.list.scrollTop = button.offsetTop - this.list.clientHeight / 2;
    }));
  }

  /** @param {number} shown how many plies the board shows */
  select(shown) {
    this.shown = shown;
    for (const button of this.list.querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === shown;
      button.toggleAttribute("aria-current", here);
      if (here) this.scrollTo(button);
    }
    for (const button of document.querySelectorAll("button[data-step]")) {
      const back = /first|back/.test(button.getAttribute("data-step") || "");
      button.toggleAttribute("disabled", shown === (back ? 0 : this.last));
    }
  }
}

/** @param {Ply} ply @param {string} game */
function listItem({ ply, seat, word, said, motions }, game) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.ply = String(ply);
  button.dataset.seat = String(seat);
  button.dataset.word = word;
  // A move that is the code of a piece is shown as the piece.
  button.append(motions[0]?.piece === word ? pieceIcon(game, word) : word);
  button.title = say("Move {number}: {said}", { number: ply, said });
  button.setAttribute("aria-label", button.title);
  item.append(button);
  return item;
}
