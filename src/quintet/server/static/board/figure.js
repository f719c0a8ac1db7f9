// A figure of the rules: a board that shows its motion under the mouse, at a touch, or with its button.
import { arrowsOf, drawArrows } from "./arrows.js";
import { Board } from "./board.js";
import { perform } from "./motion.js";
import { still } from "../lib/settings.js";

/** @typedef {import("../lib/types.js").FigureMotions} FigureMotions */
/** @typedef {import("../lib/types.js").FigureStep} FigureStep */
/** @typedef {import("../lib/types.js").FigureTry} FigureTry */
/** @typedef {"pieceLayer" | "markLayer" | "lineLayer"} Layer */

const PAUSE = 700; // milliseconds between two moves
const END = 2000; // milliseconds before a figure rests again
const TRY = 700; // milliseconds for a piece to go and come back
const REACH = 0.8; // how far a piece gets that may not go there
const LIFT = 14; // how high it is lifted where it may not be put back
/** @type {Layer[]} */
const LAYERS = ["pieceLayer", "markLayer", "lineLayer"];

/** Makes every figure alive. @param {ParentNode} root */
export function enliven(root) {
  for (const figure of root.querySelectorAll("figure[data-motions]")) {
    const svg = figure.querySelector("svg");
    if (figure instanceof HTMLElement && svg) new LivingFigure(figure, svg);
  }
}

class LivingFigure {
  run = 0; // of the showing that goes on: a later one ends it
  playing = false;
  hovered = false;
  isOver = false; // whether the board shows the end

  /** @param {HTMLElement} figure @param {SVGSVGElement} svg */
  constructor(figure, svg) {
    /** @type {FigureMotions} */
    this.motions = JSON.parse(figure.dataset.motions || "{}");
    this.figure = figure;
    this.board = new Board(svg);
    this.drawn = new Map(LAYERS.map((name) => [name, [...this.board[name].cloneNode(true).childNodes]]));
    this.point();
    svg.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType !== "mouse") return;
      this.hovered = true;
      if (!still() && !this.playing) void this.play();
    });
    svg.addEventListener("pointerleave", () => {
      this.hovered = false;
      if (!still() && !this.playing) this.rest();
    });
    svg.addEventListener("click", () => this.toggle());
    const button = figure.querySelector("button[data-show]");
    if (button instanceof HTMLElement) {
      button.hidden = false;
      button.addEventListener("click", () => this.toggle());
    }
  }

  /** Shows it again; standing still, it is before and after in turn. */
  toggle() {
    if (still() && this.isOver) this.rest();
    else void this.play();
  }

  /** The board as it was drawn, with arrows for what is to come. */
  rest() {
    this.run += 1;
    this.playing = this.isOver = false;
    this.restore();
    this.point();
  }

  restore() {
    for (const [name, nodes] of this.drawn) {
      this.board[name].replaceChildren(...nodes.map((node) => node.cloneNode(true)));
    }
    this.figure.dataset.state = "rest";
  }

  /** What is to come: arrows for the first move of every way, and a ring where a piece is put on the board. */
  point() {
    const { board, motions: { ways } } = this;
    const moves = ways.map((way) => way[0].motions);
    const arrows = moves.flatMap((motions) => {
      const [own, ...others] = arrowsOf(board, motions).filter(({ from }) => !board.spots.get(from)?.dataset.store);
      return !own ? [] : ways.length > 1 ? [{ ...own, bend: 0 }] : [own, ...others]; // a push comes first
    });
    drawArrows(board, "preview", arrows);
    board.mark("hint", moves.flatMap(([first]) => first && board.isStore(first.origin) ? [first.target] : []));
  }

  /** Shows every way from the start, then what is refused. */
  async play() {
    const run = this.run += 1;
    this.playing = true;
    const { ways, tries } = this.motions;
    this.restore();
    const shown = still() ? ways.slice(-1) : ways;
    for (const [at, way] of shown.entries()) {
      if (at) this.restore();
      for (const step of way) {
        if (run !== this.run) return;
        await this.show(step);
        await pause(still() ? 0 : PAUSE);
      }
    }
    for (const one of tries) {
      if (run !== this.run) return;
      await this.attempt(one);
      await pause(still() ? 0 : PAUSE);
    }
    if (run !== this.run) return;
    this.playing = false;
    this.isOver = true;
    this.figure.dataset.state = "over";
    if (still()) return;
    await pause(END);
    if (run === this.run && !this.hovered) this.rest();
  }

  /** @param {FigureStep} step */
  async show({ motions, touched, lines }) {
    const { board } = this;
    board.unmark("chosen", "target", "hint", "last", "winning");
    await perform(board, motions);
    this.settle();
    if (!lines.length) return board.mark("last", touched);
    board.mark("winning", lines.flat());
    board.join("winning-line", lines);
  }

  /** A piece goes where it may not, and comes back; what forbids it is marked. @param {FigureTry} one */
  async attempt({ at, motion, places }) {
    const { board } = this;
    const why = places.length ? places : [at];
    board.mark("forbidding", why.filter(Boolean));
    board.join("link", at ? places.filter((place) => place !== at).map((place) => [at, place]) : []);
    const piece = motion && board.pieceFrom(motion.origin, motion.piece);
    const target = motion && board.spots.get(motion.target);
    const stands = piece && board.spots.get(piece.dataset.on || "");
    if (!piece || !target || !stands || still()) return;
    board.pieceLayer.append(piece); // it travels over the others
    const [from, to] = [board.place(stands), board.place(target)];
    const lift = stands === target ? LIFT : 0;
    const near = { x: from.x + (to.x - from.x) * REACH, y: from.y + (to.y - from.y) * REACH - lift };
    const [home, away] = [from, near].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const frames = [home, { ...away, offset: 0.4 }, { ...away, offset: 0.6 }, home];
    await piece.animate(frames, { duration: TRY, easing: "ease-in-out" }).finished.catch(() => {});
    board.sortPieces();
  }

  /** Pieces behind others are hazy. */
  settle() {
    for (const piece of this.board.pieces) {
      const haze = this.board.spots.get(piece.dataset.on || "")?.dataset.haze ?? "0";
      const drawing = piece.firstElementChild;
      drawing?.setAttribute("stroke", haze === "0" ? "none" : "var(--haze)");
      drawing?.setAttribute("stroke-opacity", haze);
    }
  }
}

/** @param {number} time in milliseconds */
function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}
