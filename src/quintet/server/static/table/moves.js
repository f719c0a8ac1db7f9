// The move list.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").Ply} Ply */

export class MoveList {
  /** @type {Ply[]} */
  plies = [];
  shown = 0;

  /** @param {HTMLElement} list @param {(ply: number) => void} show called when a person steps */
  constructor(list, show) {
    this.list = list;
    this.show = show;
    list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) show(Number(button.dataset.ply));
    });
    for (const button of document.querySelectorAll("button[data-step]")) {
      const way = button.getAttribute("data-step") || "";
      button.addEventListener("click", () => this.step(way));
    }
  }

  get last() {
    return this.plies.length;
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
  }

  /** @param {Ply} ply */
  add(ply) {
    this.plies.push(ply);
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.ply = String(ply.ply);
    button.dataset.seat = String(ply.seat);
    button.textContent = ply.word;
    const said = say("Move {number}: {said}", { number: ply.ply, said: ply.said });
    button.title = said;
    button.setAttribute("aria-label", said);
    item.append(button);
    this.list.append(item);
  }

  /** @param {number} shown how many plies the board shows */
  select(shown) {
    this.shown = shown;
    for (const button of this.list.querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === shown;
      button.toggleAttribute("aria-current", here);
      if (here) this.list.scrollTop = button.offsetTop - this.list.clientHeight / 2;
    }
    for (const button of document.querySelectorAll("button[data-step]")) {
      const back = /first|back/.test(button.getAttribute("data-step") || "");
      button.toggleAttribute("disabled", shown === (back ? 0 : this.last));
    }
  }
}
