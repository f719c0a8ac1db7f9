// What a move would do, before it is made: a ghost of every piece that would move, and arrows.
import { arrowsOf, drawArrows } from "./arrows.js";

/** @typedef {import("../lib/types.js").Motion} Motion */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./chooser.js").Chooser} Chooser */
/** @typedef {Record<string, Motion[]>} Moves what moves do, by their words */

const SVG = "http://www.w3.org/2000/svg";

export class Preview {
  /** @type {string} the spot under the mouse, or with the keyboard's focus */
  over = "";
  /** @type {Map<string, Promise<Moves>>} by what was touched before */
  known = new Map();

  /**
   * @param {HTMLElement} holder of the picture
   * @param {() => Chooser} chooser
   * @param {(touched: string[]) => Promise<Moves>} fetchMoves that begin with these touches
   */
  constructor(holder, chooser, fetchMoves) {
    this.chooser = chooser;
    this.fetchMoves = fetchMoves;
    holder.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(event.target);
    });
    holder.addEventListener("pointerleave", () => this.point(null));
    holder.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) this.point(target);
    });
  }

  /** A new position: everything known is of an earlier one. */
  forget() {
    this.known.clear();
    this.over = ""; // the mouse rests where the last move was made
  }

  /** @param {EventTarget | null} target */
  point(target) {
    const spot = target instanceof Element ? target.closest(".spot") : null;
    const over = spot instanceof SVGGElement ? spot.dataset.at ?? "" : "";
    if (over === this.over) return;
    this.over = over;
    void this.show();
  }

  /** Shows the move that the next touch would make, or the ways a chosen piece has. */
  async show() {
    const chooser = this.chooser();
    const { board, path } = chooser;
    const word = this.wanted(chooser);
    const begun = path.touched.length > 0 && !chooser.sent;
    if (word === null && !begun) return clear(board);
    const moves = await this.ask([...path.touched]);
    if (chooser !== this.chooser() || word !== this.wanted(chooser) || chooser.sent) return; // it is later by now
    clear(board);
    const motions = word === null ? [] : moves[word] ?? [];
    if (motions.length) {
      draw(board, motions);
      drawArrows(board, "preview", motions.length > 1 ? arrowsOf(board, motions) : []);
    } else if (word === null) {
      const ways = path.open.flatMap((one) => arrowsOf(board, moves[one.word] ?? []));
      drawArrows(board, "preview", ways.filter(({ role }) => role === "push").map((one) => ({ ...one, bend: 0 })));
    }
  }

  /** The move that is meant, if there is one. @param {Chooser} chooser @returns {string | null} */
  wanted({ board, path, sent, mayMove, waiting }) {
    if (sent || !mayMove || board.held) return null;
    const spot = board.spots.get(this.over);
    if (spot?.classList.contains("is-open")) {
      const ways = path.through(spot.dataset.touch ?? "");
      const whole = ways.find(({ touches }) => touches.length === path.touched.length + 1);
      if (whole || path.touched.length || ways.length === 1) return (whole ?? ways[0])?.word ?? null;
      return null;
    }
    if (!path.touched.length) return null;
    return waiting ?? (path.open.length === 1 ? path.open[0].word : null);
  }

  /** @param {string[]} touched */
  ask(touched) {
    const key = touched.join(",");
    /** @type {Promise<Moves>} */
    const moves = this.known.get(key) ?? this.fetchMoves(touched).catch(() => ({}));
    this.known.set(key, moves);
    return moves;
  }
}

/**
 * Asks the server what moves do where there is no table.
 * @param {{game: string, options: Record<string, string>, position: string}} where
 * @param {string[]} touched
 * @returns {Promise<Moves>}
 */
export async function motionsAt({ game, options, position }, touched) {
  const answer = await fetch("/api/v1/positions/motions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, options, position, touched }),
  });
  return answer.ok ? (await answer.json()).motions : {};
}

/** @param {Board} board */
function clear(board) {
  for (const ghost of board.lineLayer.querySelectorAll(".ghost")) ghost.remove();
  for (const piece of board.pieces) piece.classList.remove("is-leaving");
  drawArrows(board, "preview", []);
}

/** Every piece where it would be; where it is, it fades. @param {Board} board @param {Motion[]} motions */
function draw(board, motions) {
  for (const { piece, origin } of motions) {
    const stands = board.pieceFrom(origin, piece);
    const leaving = stands ? [stands] : board.seenOn(origin).map(({ dataset }) => board.pieceOn(dataset.at ?? ""));
    for (const one of leaving) one?.classList.add("is-leaving");
  }
  for (const { target, becomes } of motions) {
    const spot = board.spotFor(target, becomes);
    for (const one of spot ? [spot] : board.seenOn(target)) board.lineLayer.append(ghost(board, one, becomes));
  }
}

/** @param {Board} board @param {SVGGElement} spot @param {string} letter */
function ghost(board, spot, letter) {
  const made = document.createElementNS(SVG, "g");
  const { x, y, scale } = board.place(spot);
  made.setAttribute("class", "ghost");
  made.setAttribute("data-on", spot.dataset.at ?? "");
  made.setAttribute("transform", `translate(${x} ${y})`);
  const drawing = document.createElementNS(SVG, "use");
  drawing.setAttribute("href", `#${board.symbol(letter)}`);
  drawing.setAttribute("transform", `scale(${scale})`);
  made.append(drawing);
  return made;
}
