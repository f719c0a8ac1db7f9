// The drawing of a cube, seen from anywhere: moves its lattice, its facelets and its slots, and
// everything that lies on them. The drawing brings every number that is needed.
import { placeArrow } from "./arrows.js";
import { Camera, FACES } from "./camera.js";
import { still } from "../lib/settings.js";

/** @typedef {import("./camera.js").Pose} Pose */
/** @typedef {import("./camera.js").Point} Point */
/** @typedef {{node: SVGElement, at: Point, face: string, far: boolean, between: boolean}} Tile */
/** @typedef {{spot: SVGElement, outline: Element, at: Point, name: string, over: string, facing: number, lie: string}} Facelet */
/** @typedef {{spot: SVGElement, outline: Element, at: Point, name: string, sides: Facelet[]}} Slot */

const START = { yaw: -42, pitch: 34 }; // as `Camera` of `draw/cubulus/cube.py`
const SEEN = 0.15; // how much a side must face the viewer
const TIME = 220; // milliseconds of an animated turn

export class CubePicture {
  /** @param {SVGSVGElement} svg @param {(pose: Pose) => void} changed hears of every turn's end */
  constructor(svg, changed) {
    this.svg = svg;
    this.changed = changed;
    this.camera = new Camera(/** @type {SVGElement} */ (svg.querySelector(".lattice.far")).dataset);
    this.goal = this.pose; // where a turn is going
    this.frame = 0;
    this.turned = () => {}; // called when a turn ends
    /** @type {Map<string, SVGElement>} */
    this.spots = new Map(all(svg, ".spot").map((spot) => [spot.dataset.at ?? "", spot]));
    this.tiles = all(svg, ".lattice use").map(tile);
    this.letters = all(svg, "[data-names]");
    this.facelets = all(svg, ".spot[data-facelet]").map(facelet);
    this.slots = all(svg, ".spot[data-slot]:not([data-facelet])").map((spot) => slot(spot, this.facelets));
    this.faceletOn = new Map(this.facelets.map((one) => [one.spot, one]));
  }

  /** @returns {Pose} */
  get pose() {
    return this.camera.pose;
  }

  /** Sees the cube from elsewhere, at once, and stays there. @param {Partial<Pose>} pose */
  show(pose) {
    this.draw(pose);
    this.goal = this.pose;
  }

  /** @param {Partial<Pose>} pose */
  draw(pose) {
    this.camera.pose = this.camera.within({ ...this.pose, ...pose });
    for (const one of this.tiles) this.drawTile(one);
    for (const one of this.letters) this.drawLetter(one);
    for (const one of this.facelets) this.drawFacelet(one);
    for (const one of this.slots) this.drawSlot(one);
    this.settle();
  }

  /** Turns by so many degrees. @param {number} right @param {number} down */
  turn(right, down) {
    this.glide({ yaw: this.goal.yaw + right, pitch: this.goal.pitch + down });
  }

  /** Sees the cube as it was drawn at first. */
  reset() {
    const { yaw, pitch } = START;
    const turns = Math.round((this.pose.yaw - yaw) / 360);
    void this.glide({ yaw: yaw + 360 * turns, pitch, open: 0 });
  }

  /** Turns there smoothly; the promise is kept when it is there. @param {Partial<Pose>} pose @returns {Promise<void>} */
  glide(pose) {
    this.stop();
    if (document.hidden) { // nothing is painted
      this.show(pose);
      this.changed(this.pose);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.turned = resolve;
      this.glideTo(pose);
    });
  }

  /** @param {Partial<Pose>} pose */
  glideTo(pose) {
    const from = this.pose;
    const to = this.camera.within({ ...from, ...pose });
    this.goal = to;
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = still() ? 1 : Math.min(1, Math.max(0, (now - start) / TIME));
      const eased = 1 - (1 - part) ** 3;
      this.draw({
        yaw: from.yaw + (to.yaw - from.yaw) * eased,
        pitch: from.pitch + (to.pitch - from.pitch) * eased,
        open: from.open + (to.open - from.open) * eased,
      });
      if (part < 1) {
        this.frame = requestAnimationFrame(step);
        return;
      }
      this.changed(this.pose);
      this.turned();
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Stop turning. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.turned();
    this.goal = this.pose;
  }

  /** Shows the face on which the game was won. */
  turnToWin() {
    const [line] = all(this.svg, ".winning-line");
    const places = (line?.dataset.joins ?? "").split(" ");
    const won = Object.keys(FACES).find((face) => places.every((place) =>
      this.facelets.some(({ name, over }) => over === place && name[0] === face)));
    if (won && this.camera.tile(FACES[won][0], won).facing < 0.3) this.glide(this.camera.facing(won));
  }

  /**
   * Turns so that one of these spots is seen; where one already is, nothing turns.
   * @param {string[]} names
   */
  reveal(names) {
    const spots = names.flatMap((at) => this.spots.get(at) ?? []);
    const sides = spots.flatMap((spot) => this.faceletOn.get(spot)
      ?? this.slots.find((one) => one.spot === spot)?.sides ?? []);
    if (!sides.length) return Promise.resolve(); // the centre is seen through the lattice
    const isSlot = spots.every((spot) => !this.faceletOn.has(spot));
    if (isSlot && this.goal.open > 0.5) return Promise.resolve(); // an open cube hides no ball
    const aim = new Camera(/** @type {SVGElement} */ (this.svg.querySelector(".lattice.far")).dataset);
    aim.pose = this.goal;
    const facing = sides.map(({ at, name }) => aim.tile(at, name[0]).facing);
    const best = facing.indexOf(Math.max(...facing));
    if (facing[best] > SEEN) return Promise.resolve();
    return this.glide(aim.facing(sides[best].name[0]));
  }

  /** @param {Tile} one */
  drawTile({ node, at, face, far, between }) {
    const { x, y, right, down, facing, light } = this.camera.tile(at, face);
    const shown = between ? facing > 0 && this.pose.open > 0.02 : facing > 0 !== far;
    node.setAttribute("visibility", shown ? "visible" : "hidden");
    if (!shown) return;
    node.setAttribute("transform", `matrix(${[...right, ...down, x, y].map(short).join(" ")})`);
    node.setAttribute("fill-opacity", short(1 - light));
    if (between) node.setAttribute("opacity", short(Math.min(1, this.pose.open * 2)));
  }

  /** The letter of a face lies where four of its slots meet. @param {SVGElement} letter */
  drawLetter(letter) {
    const { x, y, right, down, facing } = this.camera.tile(point(letter), letter.dataset.names ?? "");
    letter.setAttribute("visibility", facing > 0 ? "visible" : "hidden");
    const sides = [...right, ...down].map((side) => Math.round(1000 * side / this.camera.unit) / 1000);
    const at = [x + (right[0] + down[0]) / 2, y + (right[1] + down[1]) / 2].map(short);
    letter.setAttribute("transform", `matrix(${[...sides, ...at].join(" ")})`);
  }

  /** @param {Facelet} one */
  drawFacelet(one) {
    const { x, y, right, down, facing } = this.camera.tile(one.at, one.name[0]);
    one.facing = facing;
    // Marks on a facelet lie in its face.
    one.lie = `matrix(${[...right, ...down].map((side) => short(side / this.camera.unit)).join(" ")} 0 0)`;
    one.spot.setAttribute("transform", `translate(${short(x)} ${short(y)})`);
    if (facing > 0) delete one.spot.dataset.away;
    else one.spot.dataset.away = "1";
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) =>
      `${short((right[0] * i + down[0] * j) / 2)},${short((right[1] * i + down[1] * j) / 2)}`);
    one.outline.setAttribute("points", corners.join(" "));
  }

  /** @param {Slot} one */
  drawSlot({ spot, outline, at, sides }) {
    const { x, y, depth, unit } = this.camera.slot(at);
    const facing = Math.max(0, ...sides.map((side) => side.facing));
    const haze = this.camera.haze * (1 - Math.min(1, 4 * facing)) * (1 - this.pose.open);
    spot.setAttribute("transform", `translate(${short(x)} ${short(y)})`);
    Object.assign(spot.dataset, { depth: short(depth), scale: short(unit / this.camera.unit), haze: short(haze) });
    outline.setAttribute("r", short(unit * 0.45));
  }

  /** Puts pieces, marks and lines where their spots are now, and says what touching means. */
  settle() {
    const pieces = all(this.svg, ".piece");
    for (const piece of pieces) this.drawPiece(piece);
    this.sort(pieces);
    const filled = new Set(pieces.map((piece) => piece.dataset.on));
    // An empty slot is one and the same from every side; a ball is pushed from the side touched.
    for (const { spot, name, over } of this.facelets) set(spot, "data-touch", filled.has(over) ? name : over);
    for (const one of this.slots) {
      if (!filled.has(one.name) && this.showsInside(one)) set(one.spot, "data-touch", one.name);
      else one.spot.removeAttribute("data-touch");
    }
    for (const mark of all(this.svg, "[data-marks]")) this.drawMark(mark);
    for (const line of all(this.svg, "[data-joins]")) this.drawLine(line);
    for (const ghost of all(this.svg, ".ghost")) this.drawPiece(ghost);
    for (const arrow of all(this.svg, "[data-arrow]")) this.drawArrow(arrow);
  }

  /** @param {SVGElement} piece */
  drawPiece(piece) {
    const spot = this.spots.get(piece.dataset.on ?? "");
    const { scale = "1", haze = "0" } = spot?.dataset ?? {};
    set(piece, "transform", spot?.getAttribute("transform") ?? "");
    const ball = piece.firstElementChild;
    if (!ball) return;
    set(ball, "transform", `scale(${scale})`);
    set(ball, "stroke", "var(--haze)");
    set(ball, "stroke-opacity", haze);
  }

  /** Nearer balls are drawn later, and one in the hand last. @param {SVGElement[]} pieces */
  sort(pieces) {
    /** @param {SVGElement} piece */
    const depth = (piece) => piece.classList.contains("is-held") ? Infinity
      : Number(this.spots.get(piece.dataset.on ?? "")?.dataset.depth ?? 0);
    const sorted = [...pieces].sort((one, other) => depth(one) - depth(other));
    if (sorted.some((piece, at) => piece !== pieces[at])) pieces[0].parentElement?.append(...sorted);
  }

  /** Whether a slot is touched itself: none of its sides is seen. The centre can always be focused. @param {Slot} one */
  showsInside({ name, sides }) {
    return name === "core" || (this.pose.open > 0.5 && sides.every(({ facing }) => facing <= 0));
  }

  /** A mark is seen on a side that is, and on a ball; what is for touching a slot, when the cube is open. @param {SVGElement} mark */
  drawMark(mark) {
    const spot = this.spots.get(mark.dataset.marks ?? "");
    if (!spot?.dataset.slot) return;
    const side = this.faceletOn.get(spot);
    const isText = mark.classList.contains("value");
    const shown = side ? side.facing > 0 : this.pose.open > 0.5 || !(isText || mark.classList.contains("target"));
    const shape = isText ? "" : side?.lie ?? `scale(${spot.dataset.scale})`;
    set(mark, "visibility", shown ? "visible" : "hidden");
    set(mark, "transform", `${spot.getAttribute("transform")} ${shape}`);
  }

  /** @param {SVGElement} line */
  drawLine(line) {
    const points = this.points(line.dataset.joins).map(({ x, y }) => `${x},${y}`);
    line.setAttribute("points", points.join(" "));
  }

  /** @param {SVGElement} arrow */
  drawArrow(arrow) {
    const [from, to] = this.points(arrow.dataset.arrow);
    if (from && to) placeArrow(arrow, from, to);
  }

  /** Where spots are now. @param {string} [names] with spaces between them */
  points(names = "") {
    return names.split(" ").flatMap((at) => {
      const place = /\(([^ ]+) ([^)]+)\)/.exec(this.spots.get(at)?.getAttribute("transform") ?? "");
      return place ? [{ x: Number(place[1]), y: Number(place[2]) }] : [];
    });
  }
}

/** @param {Element} root @param {string} selector */
export function all(root, selector) {
  return /** @type {SVGElement[]} */ ([...root.querySelectorAll(selector)]);
}

/** @param {SVGElement} node @returns {Tile} */
function tile(node) {
  const { face = "", between } = node.dataset;
  const far = node.parentElement?.classList.contains("far") ?? false;
  return { node, at: point(node), face, far, between: between !== undefined };
}

/** @param {SVGElement} spot @returns {Facelet} */
function facelet(spot) {
  const { facelet: name = "", over = "" } = spot.dataset;
  return { spot, outline: outlineOf(spot), at: point(spot), name, over, facing: 0, lie: "" };
}

/** @param {SVGElement} spot @param {Facelet[]} facelets @returns {Slot} */
function slot(spot, facelets) {
  const { at: name = "" } = spot.dataset;
  const sides = facelets.filter(({ over }) => over === name);
  return { spot, outline: outlineOf(spot), at: point(spot), name, sides };
}

/** @param {SVGElement} spot */
function outlineOf(spot) {
  return /** @type {Element} */ (spot.querySelector(".outline"));
}

/** @param {SVGElement} node @returns {Point} */
function point(node) {
  const [x, y, z] = (node.dataset.slot ?? "").split(" ").map(Number);
  return [x, y, z];
}

/** Changes an attribute if it must be: what is set is styled and painted anew. @param {Element} node @param {string} name @param {string} value */
function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** @param {number} number */
function short(number) {
  return String(Math.round(number * 100) / 100);
}
