// A cube that turns under the finger and opens. The drawing brings every number that is needed
// (`draw/cube.py` makes the same sums); this module moves what is there and knows no rules.
import { Camera } from "./camera.js";
import { walk } from "./cube_walk.js";
import { say } from "./language.js";
import { still } from "./settings.js";

/** @typedef {{yaw: number, pitch: number, open: number}} Pose */

const FAR = 7; // pixels after which a press is a drag
const PACE = 0.45; // degrees to a pixel
const STEP = 30; // degrees to a key or a button
const TIME = 220; // milliseconds for a turn that nobody's finger makes

/** @type {Pose | undefined} how the cube was last seen: a fresh drawing is turned the same way */
let kept;

/**
 * Makes a drawing of a cube turnable: by drag, by Shift and the arrow keys, and by buttons below it.
 * @param {SVGSVGElement} svg @param {{onchange?: (pose: Pose) => void}} [how] `onchange` hears of every turn's end
 */
export function turnable(svg, { onchange = () => {} } = {}) {
  const cube = new Cube(svg, (pose) => {
    kept = pose;
    onchange(pose);
  });
  svg.setAttribute("tabindex", "-1"); // pressed, it takes the keys that turn it
  cube.show(kept ?? {});
  cube.turnToWin();
  listenToPointer(cube);
  listenToKeys(cube);
  addControls(cube);
  // Pieces and marks that the page moves are put where they lie in the cube before they are painted.
  const watcher = new MutationObserver((changes) => {
    cube.settle();
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isWin))) cube.turnToWin();
  });
  for (const layer of all(svg, ".pieces, .marks, .lines")) {
    watcher.observe(layer, { childList: true, subtree: true, attributeFilter: ["data-on"] });
  }
}

class Cube {
  /** @param {SVGSVGElement} svg @param {(pose: Pose) => void} changed */
  constructor(svg, changed) {
    this.svg = svg;
    this.changed = changed;
    this.camera = new Camera(/** @type {SVGGElement} */ (svg.querySelector(".lattice.far")).dataset);
    this.pose = this.camera.pose;
    this.goal = this.pose; // where a turn is going
    this.frame = 0;
    // Over the pieces, so that the focus is seen; touches go there anyway.
    svg.querySelector(":scope > .overlay")?.after(...all(svg, ":scope > .spots"));
    this.spots = all(svg, ".spot");
    this.byName = new Map(this.spots.map((spot) => [spot.dataset.at ?? "", spot]));
    this.slots = this.spots.filter((spot) => spot.dataset.slot && !spot.dataset.facelet);
    this.facelets = this.spots.filter((spot) => spot.dataset.facelet);
    this.tiles = all(svg, ".lattice use");
  }

  /** Sees the cube from elsewhere, at once. @param {Partial<Pose>} pose */
  show(pose) {
    this.pose = this.camera.within({ ...this.pose, ...pose });
    this.camera.pose = this.pose;
    for (const tile of this.tiles) this.drawTile(tile);
    for (const facelet of this.facelets) this.drawFacelet(facelet);
    for (const slot of this.slots) this.drawSlot(slot);
    this.settle();
  }

  /** Turns by so many degrees. @param {number} right @param {number} down */
  turn(right, down) {
    this.glide({ yaw: this.goal.yaw + right, pitch: this.goal.pitch + down });
  }

  /** Turns there smoothly. @param {Partial<Pose>} pose */
  glide(pose) {
    this.stop();
    const from = this.pose;
    const to = this.camera.within({ ...from, ...pose });
    this.goal = to;
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = still() ? 1 : Math.min(1, Math.max(0, (now - start) / TIME));
      const eased = 1 - (1 - part) ** 3;
      this.show({
        yaw: from.yaw + (to.yaw - from.yaw) * eased,
        pitch: from.pitch + (to.pitch - from.pitch) * eased,
        open: from.open + (to.open - from.open) * eased,
      });
      if (part < 1) this.frame = requestAnimationFrame(step);
      else this.changed(this.pose);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Stays as it is. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.goal = this.pose;
  }

  /** @param {SVGElement} tile */
  drawTile(tile) {
    const { slot = "", face = "", between } = tile.dataset;
    const { x, y, right, down, facing, light } = this.camera.tile(point(slot), face);
    const far = tile.parentElement?.classList.contains("far");
    const shown = between ? facing > 0 && this.pose.open > 0.02 : facing > 0 !== far;
    tile.setAttribute("visibility", shown ? "visible" : "hidden");
    if (!shown) return;
    tile.setAttribute("transform", `matrix(${[...right, ...down, x, y].map(short).join(" ")})`);
    tile.setAttribute("fill-opacity", short(1 - light));
    if (between) tile.setAttribute("opacity", short(Math.min(1, this.pose.open * 2)));
  }

  /** @param {SVGElement} spot */
  drawFacelet(spot) {
    const { slot = "", facelet = "" } = spot.dataset;
    const { x, y, right, down, facing } = this.camera.tile(point(slot), facelet[0]);
    spot.setAttribute("transform", `translate(${short(x)} ${short(y)})`);
    // Marks on a facelet lie in its face.
    spot.dataset.lie = [...right, ...down].map((side) => short(side / this.camera.unit)).join(" ");
    spot.dataset.facing = short(facing);
    if (facing > 0) delete spot.dataset.away;
    else spot.dataset.away = "1";
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) =>
      `${short((right[0] * i + down[0] * j) / 2)},${short((right[1] * i + down[1] * j) / 2)}`);
    spot.querySelector(".outline")?.setAttribute("points", corners.join(" "));
  }

  /** @param {SVGElement} spot */
  drawSlot(spot) {
    const { x, y, depth, unit } = this.camera.slot(point(spot.dataset.slot ?? ""));
    spot.setAttribute("transform", `translate(${short(x)} ${short(y)})`);
    spot.dataset.depth = short(depth);
    spot.dataset.scale = short(unit / this.camera.unit);
    const facing = Math.max(0, ...this.over(spot).map((facelet) => Number(facelet.dataset.facing)));
    spot.dataset.haze = short(this.camera.haze * (1 - Math.min(1, 4 * facing)) * (1 - this.pose.open));
    spot.querySelector(".outline")?.setAttribute("r", short(unit * 0.45));
  }

  /** The facelets of a slot. @param {SVGElement} slot */
  over(slot) {
    return this.facelets.filter((facelet) => facelet.dataset.over === slot.dataset.at);
  }

  /** Puts pieces, marks and lines where their spots are now, and says what touching means. */
  settle() {
    const filled = new Set();
    const pieces = all(this.svg, ".piece");
    for (const piece of pieces) {
      const spot = this.byName.get(piece.dataset.on ?? "");
      if (!spot) continue;
      filled.add(spot.dataset.at);
      if (!spot.dataset.slot || piece.classList.contains("is-held")) continue;
      piece.setAttribute("transform", spot.getAttribute("transform") ?? "");
    }
    for (const piece of pieces) {
      const { scale = "1", haze = "0" } = this.byName.get(piece.dataset.on ?? "")?.dataset ?? {};
      piece.querySelector("use")?.setAttribute("transform", `scale(${scale})`);
      piece.querySelector("use")?.setAttribute("fill-opacity", haze);
    }
    this.sort(pieces);
    // An empty slot is one and the same from every side; a ball is pushed from the side touched.
    for (const { dataset } of this.facelets) dataset.touch = filled.has(dataset.over) ? dataset.facelet : dataset.over;
    for (const slot of this.slots) {
      if (!filled.has(slot.dataset.at) && this.showsInside(slot)) slot.dataset.touch = slot.dataset.at;
      else delete slot.dataset.touch;
    }
    for (const mark of all(this.svg, ".mark")) this.drawMark(mark);
    for (const line of all(this.svg, "[data-joins]")) this.drawLine(line);
  }

  /** Nearer balls are drawn later. @param {SVGElement[]} pieces */
  sort(pieces) {
    /** @param {SVGElement} piece */
    const depth = (piece) => piece.classList.contains("is-held") ? Infinity : Number(this.byName.get(piece.dataset.on ?? "")?.dataset.depth ?? 0);
    const sorted = [...pieces].sort((one, other) => depth(one) - depth(other));
    if (sorted.some((piece, at) => piece !== pieces[at])) pieces[0].parentElement?.append(...sorted);
  }

  /** @param {SVGElement} mark */
  drawMark(mark) {
    const spot = this.byName.get(mark.dataset.marks ?? "");
    if (!spot?.dataset.slot) return;
    const { lie, scale } = spot.dataset;
    const shape = lie ? `matrix(${lie} 0 0)` : `scale(${scale})`;
    mark.setAttribute("transform", `${spot.getAttribute("transform")} ${shape}`);
    mark.setAttribute("visibility", this.isMarked(spot, mark) ? "visible" : "hidden");
  }

  /** Whether a slot is touched itself: none of its sides is seen. The centre can always be focused. @param {SVGElement} slot */
  showsInside(slot) {
    return slot.dataset.at === "core" || (this.pose.open > 0.5 && this.over(slot).every(({ dataset }) => dataset.away));
  }

  /** Whether a mark is seen: on a side that is, or on a ball; a dot in the centre when it shows. @param {SVGElement} spot @param {SVGElement} mark */
  isMarked(spot, mark) {
    if (spot.dataset.facelet) return !spot.dataset.away;
    return !mark.classList.contains("target") || this.pose.open > 0.5;
  }

  /** Shows the face on which the game was won. */
  turnToWin() {
    const [line] = all(this.svg, ".winning-line");
    const places = (line?.dataset.joins ?? "").split(" ");
    const faces = places.map((at) => this.facelets.filter(({ dataset }) => dataset.over === at));
    const [first, ...others] = faces;
    const won = first.find((one) => others.every((some) => some.some((other) => sameFace(one, other))));
    if (won?.dataset.facelet && Number(won.dataset.facing) < 0.3) this.glide(this.camera.facing(won.dataset.facelet[0]));
  }

  /** @param {SVGElement} line */
  drawLine(line) {
    const points = (line.dataset.joins ?? "").split(" ").flatMap((at) => {
      const place = /\(([^ ]+) ([^)]+)\)/.exec(this.byName.get(at)?.getAttribute("transform") ?? "");
      return place ? [`${place[1]},${place[2]}`] : [];
    });
    line.setAttribute("points", points.join(" "));
  }
}

/** A press that travels turns the cube; one that does not is left to the board. @param {Cube} cube */
function listenToPointer(cube) {
  const { svg } = cube;
  /** @type {{id: number, x: number, y: number, pose: Pose} | null} */
  let press = null;
  let turned = false;
  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    turned = false;
    const onBall = event.target instanceof Element && event.target.closest("[data-store]"); // it is carried
    press = onBall ? null : { id: event.pointerId, x: event.clientX, y: event.clientY, pose: cube.pose };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const [right, down] = [event.clientX - press.x, event.clientY - press.y];
    if (!turned && Math.hypot(right, down) < FAR) return;
    if (!turned) svg.setPointerCapture(press.id);
    turned = true;
    const { yaw, pitch } = press.pose;
    cube.stop();
    cube.frame = requestAnimationFrame(() => cube.show({ yaw: yaw + right * PACE, pitch: pitch + down * PACE }));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    svg.addEventListener(end, () => {
      if (press && turned) cube.changed(cube.pose);
      press = null;
    });
  }
  svg.addEventListener("click", (event) => {
    if (turned) event.stopImmediatePropagation(); // the end of a turn touches nothing
    turned = false;
  }, { capture: true });
}

/** Shift and the arrows turn the cube; the arrows alone walk over all its faces. @param {Cube} cube */
function listenToKeys(cube) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  cube.svg.addEventListener("keydown", (event) => {
    const way = ways[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey) {
      cube.turn(way[0] * STEP, way[1] * STEP);
    } else {
      const from = event.target instanceof SVGElement ? event.target : null;
      const to = from?.dataset.facelet && walk(cube.camera, from.dataset.facelet, way);
      if (!to) return;
      cube.byName.get(`face-${to}`)?.focus({ preventScroll: true });
    }
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  cube.svg.addEventListener("focusin", (event) => {
    const spot = event.target instanceof SVGElement ? event.target : null;
    if (!spot?.matches(":focus-visible")) return; // a finger sees where it is
    if (spot.dataset.facelet && spot.dataset.away) cube.glide(cube.camera.facing(spot.dataset.facelet[0]));
    if (spot.dataset.at === "core" && cube.pose.open < 0.5) cube.glide({ open: 1 });
  });
}

/** A slider to open the cube and buttons to turn it, below the drawing. @param {Cube} cube */
function addControls(cube) {
  const controls = document.createElement("div");
  controls.className = "cube-controls";
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: "0", max: "1", step: "0.05", value: String(cube.pose.open) });
  slider.setAttribute("aria-label", say("Draw the layers of the cube apart."));
  slider.addEventListener("input", () => {
    cube.stop();
    cube.show({ open: Number(slider.value) });
    cube.changed(cube.pose);
  });
  cube.svg.addEventListener("focusin", () => { slider.value = String(cube.goal.open); });
  /** @param {string} sign @param {string} label @param {number} right @param {number} down */
  const button = (sign, label, right, down) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", () => cube.turn(right * STEP, down * STEP));
    return made;
  };
  controls.append(
    button("←", say("Turn the cube to the left."), -1, 0),
    button("↑", say("Turn the cube up."), 0, -1),
    slider,
    button("↓", say("Turn the cube down."), 0, 1),
    button("→", say("Turn the cube to the right."), 1, 0),
  );
  cube.svg.parentElement?.querySelector(".cube-controls")?.remove();
  cube.svg.after(controls);
}

/** @param {SVGElement} one @param {SVGElement} other */
function sameFace(one, other) {
  return one.dataset.facelet?.[0] === other.dataset.facelet?.[0];
}

/** @param {Node} node */
function isWin(node) {
  return node instanceof Element && node.classList.contains("winning-line");
}

/** @param {Element} root @param {string} selector */
function all(root, selector) {
  return /** @type {SVGElement[]} */ ([...root.querySelectorAll(selector)]);
}

/** @param {string} written @returns {[number, number, number]} */
function point(written) {
  const [x, y, z] = written.split(" ").map(Number);
  return [x, y, z];
}

/** @param {number} number */
function short(number) {
  return String(Math.round(number * 100) / 100);
}
