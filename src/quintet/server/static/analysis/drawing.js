// Marks and arrows that people draw on a board: with the right mouse button, or touch by touch in drawing mode.
import { drawArrows } from "../board/arrows.js";
import { spotAt } from "../board/pointer.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./tree.js").Shapes} Shapes */

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 19;
const RIGHT = 2; // the button of a mouse

export class Drawing {
  on = false;
  /** @type {string | null} where an arrow begins */
  from = null;

  /**
   * @param {HTMLElement} holder of the picture
   * @param {() => Board} board
   * @param {(from: string, to: string) => void} draw a mark where both are the same
   */
  constructor(holder, board, draw) {
    this.board = board;
    this.draw = draw;
    /** @type {string | null} */
    let pressed = null;
    holder.addEventListener("contextmenu", (event) => event.preventDefault());
    holder.addEventListener("pointerdown", (event) => {
      pressed = event.button === RIGHT ? place(event) : null;
      if (this.on && event.button !== RIGHT && place(event)) event.stopPropagation(); // no piece is dragged
    }, { capture: true });
    holder.addEventListener("pointerup", (event) => {
      const to = event.button === RIGHT ? place(event) : null;
      if (pressed && to) draw(pressed, to);
      pressed = null;
    });
    holder.addEventListener("click", (event) => this.touch(event, place(event)), { capture: true });
    holder.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      this.touch(event, event.target instanceof Element ? event.target.closest(".spot")?.getAttribute("data-at") ?? null : null);
    }, { capture: true });
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.from = null;
    this.board().unmark("chosen");
  }

  /** The first touch says where an arrow begins, the second where it ends. @param {Event} event @param {string | null} at */
  touch(event, at) {
    if (!this.on || !at) return;
    event.preventDefault();
    event.stopPropagation();
    const { from } = this;
    this.from = from === null ? at : null;
    this.board().mark("chosen", from === null ? [at] : []);
    if (from !== null) this.draw(from, at);
  }

  /** @param {Shapes} shapes */
  show({ marks, arrows }) {
    const board = this.board();
    for (const old of board.lineLayer.querySelectorAll(".drawn-mark")) old.remove();
    for (const at of marks) {
      const spot = board.spots.get(at);
      if (spot) board.lineLayer.append(markOn(board, spot));
    }
    drawArrows(board, "drawn", arrows.map(([from, to]) => ({ from, to, bend: 0, role: /** @type {const} */ ("move") })));
  }
}

/** @param {MouseEvent} event @returns {string | null} */
function place(event) {
  return spotAt(event, () => true)?.dataset.at ?? null;
}

/** @param {Board} board @param {SVGGElement} spot */
function markOn(board, spot) {
  const made = document.createElementNS(SVG, "g");
  const { x, markY, scale } = board.place(spot);
  made.setAttribute("class", "drawn-mark");
  made.setAttribute("data-marks", spot.dataset.at ?? "");
  made.setAttribute("transform", `translate(${x} ${markY})scale(${scale})`);
  const ring = document.createElementNS(SVG, "circle");
  ring.setAttribute("r", String(RADIUS));
  made.append(ring);
  return made;
}
