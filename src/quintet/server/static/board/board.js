// The picture of a board: its spots, the pieces on them, and the marks above. It decides nothing.
import { say } from "../lib/language.js";

const SVG = "http://www.w3.org/2000/svg";

export class Board {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.name = svg.dataset.name || "";
    /** @type {Map<string, SVGGElement>} */
    this.spots = new Map();
    for (const spot of svg.querySelectorAll(".spot")) {
      if (spot instanceof SVGGElement) this.spots.set(spot.dataset.at || "", spot);
    }
    /** @type {Map<string, string>} what every spot says of itself */
    this.labels = new Map([...this.spots].map(([at, spot]) => [at, spot.getAttribute("aria-label") || ""]));
    /** @type {Map<string, string>} and what is said there besides */
    this.remarks = new Map();
    /** @type {{piece: SVGGElement, x: number, y: number} | null} */
    this.held = null;
    /** @type {(places: string[]) => Promise<void>} a picture that can be turned shows what is hidden */
    this.reveal = () => Promise.resolve();
    this.pieceLayer = this.layer("pieces");
    this.markLayer = this.layer("marks");
    this.lineLayer = this.layer("lines");
  }

  /** Whether the picture is fetched again after each move. */
  get refetched() {
    return this.svg.dataset.fresh === "1";
  }

  /** The name of the spot that has the focus, if one has. */
  get focused() {
    const { activeElement } = document;
    return this.svg.contains(activeElement) ? activeElement?.getAttribute("data-at") ?? null : null;
  }

  /** @param {string} name @returns {SVGGElement} */
  layer(name) {
    const layer = this.svg.querySelector(`:scope > .${name}`);
    if (!(layer instanceof SVGGElement)) throw new Error(`The picture has no layer ${name}.`);
    return layer;
  }

  /**
   * The spots whose touch means this word to a seat.
   * @param {string} touch
   * @param {number | null} seat
   */
  touching(touch, seat) {
    return this.touchingAny(new Set([touch]), seat);
  }

  /**
   * The spots whose touch means one of these words to a seat.
   * @param {Set<string>} touches
   * @param {number | null} seat
   */
  touchingAny(touches, seat) {
    const spots = [...this.spots.values()].filter((spot) =>
      touches.has(spot.dataset.touch ?? "") && (seat === null || this.mayTouch(spot, seat)));
    // Where one of a store's places still holds a piece, the empty ones mean nothing.
    const pieces = this.standing();
    const full = spots.filter((spot) => spot.dataset.store && pieces.has(spot.dataset.at || ""));
    const taken = new Set(full.map((spot) => spot.dataset.touch));
    return taken.size ? spots.filter((spot) => full.includes(spot) || !taken.has(spot.dataset.touch)) : spots;
  }

  /** The spot of a place, or all that lie over it where it has none. @param {string} place */
  seenOn(place) {
    const spot = this.spots.get(place);
    return spot ? [spot] : [...this.spots.values()].filter((over) => over.dataset.over === place);
  }

  /** @param {SVGGElement} spot @param {number | null} seat */
  mayTouch(spot, seat) {
    return spot.dataset.seat === undefined || Number(spot.dataset.seat) === seat;
  }

  get pieces() {
    return /** @type {SVGGElement[]} */ ([...this.pieceLayer.children]);
  }

  /** The pieces by the spots they are on. @returns {Map<string, SVGGElement>} */
  standing() {
    return new Map(this.pieces.map((piece) => [piece.dataset.on || "", piece]));
  }

  /** @param {string} at */
  pieceOn(at) {
    return this.pieces.find((piece) => piece.dataset.on === at);
  }

  /**
   * The piece that a motion takes from a place or a store.
   * @param {string} origin @param {string} letter @param {string} [preferred] a spot of that store
   */
  pieceFrom(origin, letter, preferred) {
    if (this.spots.has(origin) && !this.isStore(origin)) return this.pieceOn(origin);
    const found = this.pieces.filter((piece) =>
      piece.dataset.letter === letter && this.spots.get(piece.dataset.on || "")?.dataset.store === origin);
    return found.find((piece) => piece.dataset.on === preferred) ?? found.at(-1);
  }

  /**
   * The spot where a motion ends.
   * @param {string} target @param {string} letter
   */
  spotFor(target, letter) {
    if (this.spots.has(target) && !this.isStore(target)) return this.spots.get(target);
    for (const [at, spot] of this.spots) {
      const { store, holds = "" } = spot.dataset;
      if (store === target && holds.includes(letter) && !this.pieceOn(at)) return spot;
    }
    return undefined;
  }

  /** @param {string} name */
  isStore(name) {
    return [...this.spots.values()].some((spot) => spot.dataset.store === name);
  }

  /** Where a spot is, and where marks on it belong. @param {SVGGElement} spot */
  place(spot) {
    const { e, f } = spot.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
    return { x: e, y: f, markY: f + Number(spot.dataset.mark || 0), scale: Number(spot.dataset.scale || 1) };
  }

  /** Puts a piece on a spot, at once. @param {SVGGElement} piece @param {SVGGElement} spot */
  put(piece, spot) {
    const { x, y, scale } = this.place(spot);
    piece.dataset.on = spot.dataset.at;
    piece.setAttribute("transform", `translate(${x} ${y})`);
    piece.querySelector("use")?.setAttribute("transform", `scale(${scale})`);
  }

  /** Shows the piece as its letter says. @param {SVGGElement} piece */
  redraw(piece) {
    piece.querySelector("use")?.setAttribute("href", `#${this.symbol(piece.dataset.letter || "")}`);
  }

  /** The name of the drawing of a letter's piece. @param {string} letter */
  symbol(letter) {
    return `${this.name}-${letter === "." ? "blank" : letter}`;
  }

  /**
   * Takes a piece off its spot, to follow a pointer.
   * @param {SVGGElement} piece
   * @param {number} x
   * @param {number} y
   */
  hold(piece, x, y) {
    if (this.held?.piece !== piece) {
      this.release();
      this.pieceLayer.append(piece);
      piece.classList.add("is-held");
    }
    this.held = { piece, x, y };
    piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Lets go of what is held, which is then back on its spot. */
  release() {
    if (!this.held) return;
    this.held.piece.style.removeProperty("transform");
    this.held.piece.classList.remove("is-held");
    this.held = null;
    this.sortPieces();
  }

  /** Nearer pieces are drawn later. */
  sortPieces() {
    /** @param {SVGGElement} piece */
    const depth = (piece) => Number(this.spots.get(piece.dataset.on || "")?.dataset.depth || 0);
    const sorted = this.pieces.sort((one, other) => depth(one) - depth(other));
    if (sorted.some((piece, at) => this.pieceLayer.children[at] !== piece)) this.pieceLayer.append(...sorted);
  }

  /**
   * @param {string} kind one of `last`, `target`, `chosen`, `forbidding`, `winning`, `hint`
   * @param {Iterable<string>} places
   */
  mark(kind, places) {
    this.unmark(kind);
    const pieces = this.standing();
    for (const spot of new Set([...places].flatMap((place) => this.seenOn(place)))) {
      const mark = document.createElementNS(SVG, "use");
      const { x, markY, scale } = this.place(spot);
      const at = spot.dataset.at || "";
      mark.setAttribute("class", `mark ${kind}`);
      mark.setAttribute("data-marks", at);
      mark.setAttribute("href", `#${this.name}-mark-${kind}`);
      mark.setAttribute("transform", `translate(${x} ${markY})scale(${scale})`);
      this.markLayer.append(mark);
      pieces.get(at)?.classList.add(`is-${kind}`);
    }
  }

  /** @param {...string} kinds */
  unmark(...kinds) {
    for (const kind of kinds) {
      for (const mark of this.markLayer.querySelectorAll(`.mark.${kind}`)) mark.remove();
      for (const piece of this.pieceLayer.querySelectorAll(`.is-${kind}`)) piece.classList.remove(`is-${kind}`);
    }
  }

  /**
   * Lines that join places.
   * @param {string} kind `winning-line` or `link`
   * @param {string[][]} lines
   */
  join(kind, lines) {
    if (this.refetched && kind === "winning-line") return; // the new drawing has them
    for (const line of this.lineLayer.querySelectorAll(`.${kind}`)) line.remove();
    for (const places of lines) {
      const spots = places.flatMap((place) => this.spots.get(place) ?? []);
      const stops = around(spots.map((spot) => ({ at: spot.dataset.at, ...this.place(spot) })));
      const line = document.createElementNS(SVG, "polyline");
      line.setAttribute("class", kind);
      line.setAttribute("data-joins", stops.map(({ at }) => at).join(" "));
      line.setAttribute("points", stops.map(({ x, markY }) => `${x},${markY}`).join(" "));
      this.lineLayer.append(line);
    }
  }

  /** @param {Record<string, string>} labels */
  relabel(labels) {
    for (const [at, label] of Object.entries(labels)) {
      this.labels.set(at, label);
      this.tellOf(at);
    }
  }

  /** Lets spots say something besides what they are, and all others nothing. @param {Map<string, string>} remarks */
  remark(remarks) {
    const changed = new Set([...this.remarks.keys(), ...remarks.keys()]);
    this.remarks = remarks;
    for (const at of changed) this.tellOf(at);
  }

  /** Says what a spot is, and what is remarked of it. @param {string} at */
  tellOf(at) {
    const spot = this.spots.get(at);
    if (!spot) return;
    const label = this.labels.get(at) ?? "";
    const remark = this.remarks.get(at);
    const said = remark ? say("{label} At best: {value}", { label, value: remark }) : label;
    spot.setAttribute("aria-label", said);
    const title = spot.querySelector(":scope > title");
    if (title) title.textContent = said;
  }
}

/** A drawing as it comes from the server, for this page. @param {string} text */
export function readSvg(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(documentElement, true);
}

/**
 * Stops in one line as they are; others once around, and back to the first.
 * @template {{x: number, markY: number}} Stop @param {Stop[]} stops @returns {Stop[]}
 */
function around(stops) {
  const [a, b, c] = stops;
  if (!c || Math.abs((b.x - a.x) * (c.markY - a.markY) - (c.x - a.x) * (b.markY - a.markY)) < 1) return stops;
  const x = stops.reduce((sum, stop) => sum + stop.x, 0) / stops.length;
  const y = stops.reduce((sum, stop) => sum + stop.markY, 0) / stops.length;
  const angle = (/** @type {Stop} */ stop) => Math.atan2(stop.markY - y, stop.x - x);
  const sorted = [...stops].sort((one, other) => angle(one) - angle(other));
  return [...sorted, sorted[0]];
}
