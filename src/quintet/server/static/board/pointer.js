// Mouse, pen and finger: a click touches a spot; a drag touches where it begins and where it ends.

/** @typedef {import("./chooser.js").Chooser} Chooser */

const FAR = 7; // pixels after which a press is a drag

/**
 * The uppermost spot under the pointer for which something holds; else the uppermost of all.
 * @param {MouseEvent} event @param {(spot: SVGGElement) => boolean} holds @returns {SVGGElement | undefined}
 */
export function spotAt({ clientX, clientY }, holds) {
  const spots = document.elementsFromPoint(clientX, clientY).flatMap((element) => {
    const spot = element.closest(".spot");
    return spot instanceof SVGGElement ? [spot] : [];
  });
  return spots.find(holds) ?? spots[0];
}

/** @param {Chooser} chooser @param {{focus: (spot: SVGGElement) => void}} keys */
export function listen(chooser, keys) {
  const { board } = chooser;
  const { svg } = board;
  /** @type {{spot: SVGGElement, x: number, y: number, id: number, dragging: boolean} | null} */
  let press = null;
  let dragged = false;

  svg.addEventListener("click", (event) => {
    if (dragged) {
      dragged = false;
      return;
    }
    const spot = spotAt(event, isOpen);
    if (!spot) return;
    keys.focus(spot);
    chooser.touchSpot(spot);
  });

  svg.addEventListener("pointerdown", (event) => {
    dragged = false;
    const spot = spotAt(event, (one) => chooser.canLift(one));
    if (!spot || !event.isPrimary || event.button !== 0 || !chooser.canLift(spot)) return;
    press = { spot, x: event.clientX, y: event.clientY, id: event.pointerId, dragging: false };
  });

  svg.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      if (!lift(chooser, press.spot)) {
        press = null;
        return;
      }
      press.dragging = true;
      svg.setPointerCapture(event.pointerId);
    }
    const piece = board.held?.piece ?? board.pieceOn(press.spot.dataset.at || "");
    const { x, y } = inside(svg, event);
    if (piece) board.hold(piece, x, y);
  });

  svg.addEventListener("pointerup", (event) => {
    if (!press?.dragging) {
      press = null;
      return;
    }
    const { spot } = press;
    press = null;
    dragged = true;
    const target = spotAt(event, isOpen);
    const lands = target && target !== spot && drop(chooser, spot, target);
    if (!lands || chooser.path.next.size) board.release(); // else it is in the hand until it is played
  });

  // A finger on a piece moves the piece, not the page.
  svg.addEventListener("touchmove", (event) => {
    if (press) event.preventDefault();
  }, { passive: false });

  svg.addEventListener("pointercancel", () => {
    press = null;
    board.release();
  });
}

/** @param {SVGGElement} spot */
function isOpen(spot) {
  return spot.classList.contains("is-open");
}

/**
 * Picks a piece up; one out of a store that is no touch itself is only carried.
 * @param {Chooser} chooser
 * @param {SVGGElement} spot
 */
function lift(chooser, spot) {
  const { touch = "", at, store } = spot.dataset;
  if (chooser.path.touched.at(-1) === touch && chooser.chosen.at(-1) === at) return true;
  if (chooser.path.next.has(touch)) {
    const { path } = chooser;
    const more = path.through(touch).some(({ touches }) => touches.length > path.touched.length + 1);
    return !more || chooser.touchSpot(spot);
  }
  if (store !== undefined && chooser.path.touched.length) chooser.clear(); // another move is meant
  return store !== undefined;
}

/**
 * What letting go over another spot means.
 * @param {Chooser} chooser
 * @param {SVGGElement} spot
 * @param {SVGGElement} target
 */
function drop(chooser, spot, target) {
  const { path } = chooser;
  const whole = spot.dataset.touch ?? "";
  // A piece that is given is all of a move, wherever it is let go.
  if (!path.next.has(target.dataset.touch ?? "") && path.next.has(whole)) return chooser.touchSpot(spot);
  return chooser.touchSpot(target);
}

/**
 * The pointer in the picture's own units.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} event
 */
function inside(svg, event) {
  const matrix = svg.getScreenCTM();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
}
