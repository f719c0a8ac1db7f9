// The chart of a review: the server draws it, and a click on it leads to a move.
import { readSvg } from "../board/board.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * The ply nearest to a place in the chart.
 * @param {number} x in the chart's own units
 * @param {{left: number, step: number, last: number}} frame
 */
export function plyAt(x, { left, step, last }) {
  return Math.max(0, Math.min(last, Math.round((x - left) / step)));
}

export class ReviewChart {
  /** @param {HTMLElement} holder @param {(ply: number) => void} choose */
  constructor(holder, choose) {
    this.holder = holder;
    holder.addEventListener("click", (event) => {
      const { svg } = this;
      if (!svg) return;
      const { left, width } = svg.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * svg.viewBox.baseVal.width;
      choose(plyAt(x, this.frame(svg)));
    });
  }

  get svg() {
    return this.holder.querySelector("svg");
  }

  /** @param {SVGSVGElement} svg */
  frame(svg) {
    const [left, step] = [Number(svg.dataset.left), Number(svg.dataset.step)];
    return { left, step, last: Math.round((svg.viewBox.baseVal.width - 2 * left) / step) };
  }

  /** @param {string} drawing @param {number} ply on the board */
  draw(drawing, ply) {
    this.holder.replaceChildren(...(drawing ? [readSvg(drawing)] : []));
    this.point(ply);
  }

  /** Draws a line at the move that is on the board. @param {number} ply */
  point(ply) {
    const { svg } = this;
    if (!svg) return;
    svg.querySelector(".cursor")?.remove();
    const { left, step } = this.frame(svg);
    const cursor = document.createElementNS(SVG, "line");
    cursor.setAttribute("class", "cursor");
    const [x, height] = [left + step * ply, svg.viewBox.baseVal.height];
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 20, y2: height - 20 })) {
      cursor.setAttribute(name, String(value));
    }
    svg.append(cursor);
  }
}
