// The board on the page: the picture itself, and everything that listens to it. A fresh drawing
// replaces it where the page has lost its place, or where a view cannot be moved piece by piece.
import { arrange, isWide } from "./arrange.js";
import { Board, readSvg } from "./board.js";
import { Chooser } from "./chooser.js";
import { listenToKeys } from "./keys.js";
import { listen } from "./pointer.js";
import { settings } from "../lib/settings.js";

/** @typedef {import("./chooser.js").Listener} Listener */

export class Picture {
  /** @param {HTMLElement} holder with the SVG inside @param {Listener} listener */
  constructor(holder, listener) {
    this.holder = holder;
    this.listener = listener;
    this.bottom = 0; // the seat whose side is nearest
    this.alive = this.wake();
    new ResizeObserver(() => this.arrange()).observe(holder);
  }

  get board() {
    return this.alive.board;
  }

  get chooser() {
    return this.alive.chooser;
  }

  get keys() {
    return this.alive.keys;
  }

  /** Makes the drawing in the holder alive. */
  wake() {
    const svg = this.holder.querySelector("svg");
    if (!svg) throw new Error("The page has no picture.");
    const board = new Board(svg);
    arrange(board, isWide(svg, this.room(svg)), this.bottom);
    const chooser = new Chooser(board, this.listener, () => settings().confirm === "on");
    const keys = listenToKeys(chooser);
    listen(chooser, keys);
    turn(svg, () => this.chooser.show()).then((cube) => {
      if (!cube) return;
      board.reveal = (places) => cube.reveal(places);
      if (board === this.board) this.chooser.show(); // pieces may have moved before it could turn
    });
    return { board, chooser, keys };
  }

  /** The pixels there are for a picture: a style sheet says how high it may be. @param {SVGSVGElement} svg */
  room(svg) {
    const height = parseFloat(getComputedStyle(svg).maxHeight);
    return { width: this.holder.clientWidth, height: Number.isFinite(height) ? height : this.holder.clientHeight };
  }

  /** Turns one seat's side to the bottom, and puts the trays where the board becomes largest. */
  arrange(bottom = this.bottom) {
    this.bottom = bottom;
    const { svg } = this.board;
    if (arrange(this.board, isWide(svg, this.room(svg)), bottom)) this.listener.arranged?.();
  }

  /** Puts a fresh drawing in place of the old one. @param {string} address */
  async replace(address) {
    const answer = await fetch(address);
    if (!answer.ok) return false;
    const drawing = readSvg(await answer.text());
    const { focused } = this.board;
    this.board.svg.replaceWith(drawing);
    this.alive = this.wake();
    const spot = focused && this.board.spots.get(focused);
    if (spot) this.keys.focus(spot);
    return true;
  }
}

/**
 * A picture that can be turned brings the name of its module.
 * @param {SVGSVGElement} svg
 * @param {() => void} [onchange]
 */
export async function turn(svg, onchange) {
  if (!svg.dataset.view) return null;
  const { turnable } = await import(`./${svg.dataset.view}.js`);
  /** @type {import("./cube_picture.js").CubePicture} */
  const cube = turnable(svg, { onchange });
  return cube;
}
