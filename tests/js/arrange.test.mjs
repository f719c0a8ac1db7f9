// Whose side is at the bottom, and where the trays are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isWide, names, scaleIn } from "../../src/quintet/server/static/board/arrange.js";
import { ownSeat, placeOf } from "../../src/quintet/server/static/table/placing.js";

test("one's own seat is at the bottom; those who watch see the first", () => {
  assert.equal(ownSeat([{ seat: 0, here: false }, { seat: 1, here: true }]), 1);
  assert.equal(ownSeat([{ seat: 0, here: false }, { seat: 1, here: false }]), 0);
  assert.equal(ownSeat([{ seat: 0, here: true }, { seat: 1, here: true }]), 0);
});

test("the others sit around the board in their order", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => placeOf(seat, 2, 4)), [2, 3, 0, 1]);
  assert.deepEqual([0, 1, 2].map((seat) => placeOf(seat, 1, 3)), [2, 0, 1]);
  assert.deepEqual([0, 1].map((seat) => placeOf(seat, 1, 2)), [1, 0]);
});

test("an arrangement falls back to what a drawing has", () => {
  assert.deepEqual(names(false, 0), []);
  assert.deepEqual(names(false, 2), ["turn2"]);
  assert.deepEqual(names(true, 0), ["wide"]);
  assert.deepEqual(names(true, 1), ["wide-turn1", "wide", "turn1"]);
});

test("trays are beside the board where that makes it larger", () => {
  assert.equal(scaleIn([100, 200], { width: 300, height: 300 }), 1.5);
  /** @param {number} width @param {number} height */
  const wide = (width, height) => {
    const svg = { dataset: { wide: "0 0 480 300", upright: "0 0 360 400" } };
    return isWide(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (svg)), { width, height });
  };
  assert.equal(wide(344, 440), false);
  assert.equal(wide(494, 344), true);
});
