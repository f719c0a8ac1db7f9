// A cube that turns under the finger, by keys and by buttons, and that opens.
import { all, CubePicture } from "./cube_picture.js";
import { walk } from "./cube_walk.js";
import { say } from "../lib/language.js";

/** @typedef {import("./camera.js").Pose} Pose */

const FAR = 7; // pixels after which a press is a drag
const PACE = 0.45; // degrees to a pixel
const STEP = 30; // degrees to a key or a button

/** @type {Pose | undefined} how the cube was last seen: a fresh drawing is turned the same way */
let kept;

/**
 * Makes a drawing of a cube turnable: by drag, by Shift and the arrow keys, and by buttons below it.
 * @param {SVGSVGElement} svg @param {{onchange?: (pose: Pose) => void}} [how] `onchange` hears of every turn's end
 */
export function turnable(svg, { onchange = () => {} } = {}) {
  const cube = new CubePicture(svg, (pose) => {
    kept = pose;
    svg.dispatchEvent(new Event("turned"));
    onchange(pose);
  });
  svg.setAttribute("tabindex", "-1"); // pressed, it takes the keys that turn it
  cube.show(kept ?? {});
  cube.turnToWin();
  void cube.reveal(all(svg, ".mark.last").map(({ dataset }) => dataset.marks ?? ""));
  listenToPointer(cube);
  listenToKeys(cube);
  addControls(cube);
  if (svg.contains(document.activeElement)) showFocused(cube, document.activeElement); // the keys were there before the cube could turn
  // Pieces and marks that the page moves are put where they lie in the cube before they are painted.
  const watcher = new MutationObserver((changes) => {
    cube.settle();
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isWin))) cube.turnToWin();
  });
  for (const layer of all(svg, ".pieces, .marks, .lines")) {
    watcher.observe(layer, { childList: true, subtree: true, attributeFilter: ["data-on"] });
  }
  return cube;
}

/** A press that travels turns the cube; one that does not is left to the board. @param {CubePicture} cube */
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

/** Shift and the arrows turn the cube, 0 turns it back; the arrows alone walk over all its faces. @param {CubePicture} cube */
function listenToKeys(cube) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  cube.svg.addEventListener("keydown", (event) => {
    const way = ways[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "0") {
      cube.reset();
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!way) return;
    if (event.shiftKey) {
      cube.turn(way[0] * STEP, way[1] * STEP);
    } else {
      const from = event.target instanceof SVGElement ? event.target : null;
      const to = from?.dataset.facelet && walk(cube.camera, from.dataset.facelet, way);
      if (!to) return;
      cube.spots.get(`face-${to}`)?.focus({ preventScroll: true });
    }
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  cube.svg.addEventListener("focusin", ({ target }) => showFocused(cube, target));
}

/** Turns or opens the cube so that the place that the keys are at can be seen. @param {CubePicture} cube @param {EventTarget | null} focused */
function showFocused(cube, focused) {
  if (!(focused instanceof SVGElement) || !focused.matches(":focus-visible")) return; // a finger sees where it is
  if (focused.dataset.facelet && focused.dataset.away) cube.glide(cube.camera.facing(focused.dataset.facelet[0]));
  if (focused.dataset.at === "core" && cube.pose.open < 0.5) cube.glide({ open: 1 });
}

/** A slider to open the cube and buttons to turn it, below the drawing. @param {CubePicture} cube */
function addControls(cube) {
  const controls = document.createElement("div");
  controls.className = "cube-controls";
  const label = document.createElement("label");
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: "0", max: "1", step: "0.05", value: String(cube.pose.open) });
  slider.title = say("Draw the layers of the cube apart.");
  label.append(say("Layers"), slider);
  slider.addEventListener("input", () => {
    cube.stop();
    cube.show({ open: Number(slider.value) });
  });
  slider.addEventListener("change", () => cube.changed(cube.pose));
  const follow = () => { slider.value = String(cube.goal.open); };
  cube.svg.addEventListener("focusin", follow);
  cube.svg.addEventListener("turned", follow);
  /** @param {string} sign @param {string} name @param {() => void} press */
  const button = (sign, name, press) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.title = name;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", press);
    return made;
  };
  /** @param {number} right @param {number} down */
  const turns = (right, down) => () => cube.turn(right * STEP, down * STEP);
  controls.append(
    button("←", say("Turn the cube to the left."), turns(-1, 0)),
    button("↑", say("Turn the cube up."), turns(0, -1)),
    label,
    button("⟲", say("Reset the view"), () => cube.reset()),
    button("↓", say("Turn the cube down."), turns(0, 1)),
    button("→", say("Turn the cube to the right."), turns(1, 0)),
  );
  cube.svg.parentElement?.querySelector(".cube-controls")?.remove();
  cube.svg.after(controls);
}

/** @param {Node} node */
function isWin(node) {
  return node instanceof Element && node.classList.contains("winning-line");
}
