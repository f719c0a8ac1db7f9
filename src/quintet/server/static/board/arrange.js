// How a picture is arranged: whose side is at the bottom, and trays around the board or beside it,
// whichever makes the board larger. The drawing says where its parts are then.

/** @typedef {import("./board.js").Board} Board */

/**
 * The names of an arrangement, as the drawing has them, the most special first.
 * @param {boolean} wide @param {number} turn
 */
export function names(wide, turn) {
  const all = wide ? [...(turn ? [`wide-turn${turn}`] : []), "wide"] : [];
  return turn ? [...all, `turn${turn}`] : all;
}

/**
 * How many pixels a unit of a picture is in some room.
 * @param {[number, number]} size @param {{width: number, height: number}} room
 */
export function scaleIn([width, height], room) {
  return Math.min(room.width / width, room.height / height);
}

/** @param {string | undefined} box @returns {[number, number]} */
function sizeOf(box) {
  const [, , width, height] = numbers(box);
  return [width, height];
}

/** @param {string | undefined} text */
function numbers(text) {
  return (text ?? "").split(" ").map(Number);
}

const FULL = 0.88; // of the shorter side: the board is as large as the room
const MUCH = 0.84; // how much smaller it may be for that

/**
 * Whether a picture takes the shorter side of the room.
 * @param {[number, number]} size @param {{width: number, height: number}} room
 */
function fills(size, room) {
  const scale = scaleIn(size, room);
  const part = room.width <= room.height ? (size[0] * scale) / room.width : (size[1] * scale) / room.height;
  return part > FULL;
}

/**
 * Whether the trays are better beside the board, in the room there is.
 * @param {SVGSVGElement} svg @param {{width: number, height: number}} room
 */
export function isWide(svg, room) {
  if (!svg.dataset.wide || !room.width || !room.height) return false;
  svg.dataset.upright ??= svg.getAttribute("viewBox") ?? "";
  const upright = sizeOf(svg.dataset.upright);
  const wide = sizeOf(svg.dataset.wide);
  const gain = scaleIn(wide, room) / scaleIn(upright, room);
  return gain > 1 || (gain > MUCH && fills(wide, room) && !fills(upright, room));
}

/**
 * Moves the parts of a picture to where they are in an arrangement.
 * @param {Board} board @param {boolean} wide @param {number} turn how many seats on the one at the bottom is
 * @returns {boolean} whether anything has moved
 */
export function arrange(board, wide, turn) {
  const { svg } = board;
  const wanted = names(wide, turn);
  const [name = ""] = wanted;
  if ((svg.dataset.arranged ?? "") === name) return false;
  svg.dataset.upright ??= svg.getAttribute("viewBox") ?? "";
  svg.dataset.arranged = name;
  svg.setAttribute("viewBox", (wide && svg.dataset.wide) || svg.dataset.upright);
  for (const part of svg.querySelectorAll("[data-turn1], [data-wide]")) {
    if (part instanceof SVGGElement) move(part, wanted);
  }
  for (const piece of board.pieces) {
    const spot = board.spots.get(piece.dataset.on || "");
    if (spot?.dataset.home) board.put(piece, spot);
  }
  board.sortPieces();
  return true;
}

/** @param {SVGGElement} part @param {string[]} wanted */
function move(part, wanted) {
  const { e, f } = part.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  part.dataset.home ??= `${e} ${f}`;
  const found = wanted.map((name) => part.getAttribute(`data-${name}`)).find(Boolean);
  const [x, y] = numbers(found ?? part.dataset.home);
  part.setAttribute("transform", `translate(${x} ${y})`);
  if (part.dataset.depth) part.dataset.depth = String(y); // nearer pieces are lower
  const outline = part.dataset.wideBox && part.querySelector(".outline");
  if (outline) reshape(outline, part, wanted.includes("wide"));
}

/** An area that has another shape beside the board. @param {Element} outline @param {SVGGElement} part @param {boolean} wide */
function reshape(outline, part, wide) {
  const sides = ["x", "y", "width", "height"];
  part.dataset.homeBox ??= sides.map((side) => outline.getAttribute(side)).join(" ");
  for (const [at, size] of numbers(wide ? part.dataset.wideBox : part.dataset.homeBox).entries()) {
    outline.setAttribute(sides[at], String(size));
  }
}
