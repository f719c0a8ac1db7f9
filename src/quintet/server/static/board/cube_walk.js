// Walking over a cube with the arrow keys: from facelet to facelet, and over its edges.
import { FACES, along, dot } from "./camera.js";

/** @typedef {import("./camera.js").Point} Point */
/** @typedef {import("./camera.js").Camera} Camera */

/**
 * The facelet that lies that way on the screen; at an edge, the one on the face around it.
 * @param {Camera} camera @param {string} from @param {[number, number]} way to the right and down
 */
export function walk(camera, from, [right, down]) {
  const [normal, across, along_] = FACES[from[0]];
  /** @type {Point[]} */
  const ways = [across, back(across), along_, back(along_)];
  /** How far a step goes that way on the screen. @param {Point} step */
  const ahead = (step) => {
    const [x, y] = camera.turned(step);
    return (x * right - y * down) / Math.hypot(x, y);
  };
  const step = ways.reduce((best, other) => (ahead(other) > ahead(best) ? other : best));
  const slot = slotOf(from);
  const next = along(slot, step, 1);
  if (Math.max(...next.map(Math.abs)) <= 1) return named(next, normal);
  return named(slot, step);
}

/** @param {Point} way @returns {Point} */
function back(way) {
  return [-way[0], -way[1], -way[2]];
}

/** @param {string} facelet @returns {Point} */
function slotOf(facelet) {
  const [normal, across, rows] = FACES[facelet[0]];
  const at = Number(facelet[1]) - 1;
  return along(along(normal, across, (at % 3) - 1), rows, Math.floor(at / 3) - 1);
}

/** @param {Point} slot @param {Point} normal */
function named(slot, normal) {
  const face = Object.keys(FACES).find((name) => dot(FACES[name][0], normal) > 0.5) ?? "";
  const [, across, rows] = FACES[face];
  return `${face}${3 * (dot(slot, rows) + 1) + dot(slot, across) + 2}`;
}
