// Choosing a move: touches become a path, and the board shows what may be touched next.
import { Path } from "./path.js";

/** @typedef {import("./board.js").Board} Board */
/**
 * @typedef {object} Listener
 * @property {(word: string, spot: string | undefined) => void} move a move is chosen; `spot` was touched first
 * @property {(touched: string[], spot: string | undefined) => void} wrong nothing legal begins like this
 * @property {() => void} change something else may be touched now
 * @property {() => void} [arranged] the spots are elsewhere now
 * @property {number} [patience] milliseconds in which a move is usually answered
 */

export class Chooser {
  path = new Path();
  /** @type {number | null} */
  seat = null;
  /** @type {string[]} the spots touched, where there was one */
  chosen = [];
  /** @type {string | null} a complete move that waits to be confirmed */
  waiting = null;
  sent = false; // a move is on its way, and nothing can be touched until there is an answer

  /** @param {Board} board @param {Listener} listener @param {() => boolean} confirms */
  constructor(board, listener, confirms) {
    this.board = board;
    this.listener = listener;
    this.confirms = confirms;
  }

  /**
   * A new turn, or none when there are no paths.
   * @param {Record<string, string[]>} paths
   * @param {number | null} seat
   * @param {Record<string, string[][]>} [more] other touches that mean the same move
   */
  offer(paths, seat, more = {}) {
    this.seat = seat;
    this.path = new Path(paths, more);
    this.chosen = [];
    this.waiting = null;
    this.sent = false;
    this.show();
  }

  get mayMove() {
    return this.path.ways.length > 0;
  }

  /** What may be touched that has no spot. */
  get loose() {
    return [...this.path.next].filter((touch) => !this.spotsOf(touch).length);
  }

  /** The spots that mean this to the seat that moves. @param {string} touch */
  spotsOf(touch) {
    return this.board.touching(touch, this.seat);
  }

  /**
   * Whether the piece here may be picked up: to be touched, or out of the mover's own store.
   * @param {SVGGElement} spot
   */
  canLift(spot) {
    const { touch = "", at = "", store } = spot.dataset;
    if (!this.mayMove || !this.board.pieceOn(at) || !this.board.mayTouch(spot, this.seat)) return false;
    return this.path.next.has(touch) || this.path.touched.at(-1) === touch || store !== undefined;
  }

  /** A place on the board was touched. @param {SVGGElement} spot */
  touchSpot(spot) {
    const { touch, at = "" } = spot.dataset;
    if (touch === undefined || !this.board.mayTouch(spot, this.seat)) {
      this.listener.wrong([...this.path.touched, at], at);
      return false;
    }
    return this.touch(touch, at);
  }

  /**
   * @param {string} touch @param {string} [at] the spot, if there was one
   * @returns {boolean} whether it goes on from here
   */
  touch(touch, at) {
    if (this.sent) return false;
    if (!this.mayMove) {
      this.listener.wrong([touch], at);
      return false;
    }
    if (this.waiting && at && at === this.chosen.at(-1)) return this.confirm(); // touched twice
    if (this.waiting) this.back();
    if (!this.path.next.has(touch)) return this.startAgain(touch, at);
    this.path.add(touch);
    this.chosen.push(at ?? "");
    this.settle();
    return true;
  }

  /**
   * Another beginning instead of this one, the same one again to put it down, or a mistake.
   * @param {string} touch @param {string} [at] @returns {boolean}
   */
  startAgain(touch, at) {
    const touched = [...this.path.touched];
    if (at && at === this.chosen.at(-1)) {
      // The only thing that can follow has no place of its own: touching twice means it.
      const [only, ...others] = this.path.next;
      if (only !== undefined && !others.length && this.loose.includes(only)) return this.touch(only);
      this.back();
      return true;
    }
    while (this.path.touched.length && !this.path.next.has(touch)) this.path.back();
    // With something chosen, a stray click must not play another move.
    if (touched.length && this.path.next.has(touch) && !this.path.ends(touch)) {
      this.chosen.length = this.path.touched.length;
      return this.touch(touch, at);
    }
    this.path.touched = touched;
    this.listener.wrong([...touched, touch], at);
    return false;
  }

  settle() {
    const word = this.path.complete;
    const ambiguous = word !== null && this.path.next.size > 0;
    if (word !== null && !ambiguous && !this.confirms()) return this.play(word);
    this.waiting = word;
    this.show();
  }

  /** @param {string} word */
  play(word) {
    const { path, chosen: [spot] } = this;
    this.sent = true;
    this.board.svg.dataset.sent = "1"; // until there is an answer, what can be seen cannot be touched
    this.listener.move(word, spot || undefined);
    // Painting what is shown meanwhile would only delay the answer.
    setTimeout(() => {
      if (this.sent && this.path === path) this.show();
    }, this.listener.patience ?? 0);
  }

  confirm() {
    if (this.waiting) this.play(this.waiting);
    return true;
  }

  /** Takes back the last touch. */
  back() {
    if (this.sent) return;
    this.path.back();
    this.chosen.pop();
    this.waiting = null;
    this.board.release();
    this.show();
  }

  clear() {
    this.path.clear();
    this.chosen = [];
    this.waiting = null;
    this.sent = false;
    this.board.release();
    this.show();
  }

  /** Marks what is chosen and what may follow. */
  show() {
    const { board } = this;
    if (!this.sent) delete board.svg.dataset.sent;
    const begun = this.path.touched.length > 0;
    const pieces = board.standing();
    const spots = this.sent ? [] : board.touchingAny(this.path.next, this.seat);
    const places = new Set(spots.map((spot) => spot.dataset.at || ""));
    board.mark("chosen", this.chosen.filter(Boolean));
    // A piece that may be taken is raised; a dot would hide it.
    board.mark("target", [...places].filter((at) => begun || !pieces.has(at)));
    for (const [at, spot] of board.spots) {
      const touchable = places.has(at);
      spot.classList.toggle("is-open", touchable);
      spot.classList.toggle("is-loose", pieces.has(at) && this.canLift(spot));
      spot.setAttribute("role", touchable ? "button" : "img");
      pieces.get(at)?.classList.toggle("is-open", touchable && !begun);
    }
    this.listener.change();
  }
}
