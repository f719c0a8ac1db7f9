// Arrows: where a piece goes, and where those go that it pushes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowsOf, shape } from "../../src/quintet/server/static/board/arrows.js";

/** A board on which every place is a spot, and every piece is found. */
const board = {
  isStore: (name) => name === "reserve",
  pieceFrom: (origin) => ({ dataset: { on: origin } }),
  spotFor: (target) => ({ dataset: { at: target } }),
};

/** @param {string} text like `a1-b1 b1-c1` */
const motions = (text) => text.split(" ").map((step) => {
  const [origin, target] = step.split("-");
  return { piece: "x", origin, target, becomes: "x" };
});

test("a piece alone has one straight arrow", () => {
  assert.deepEqual(arrowsOf(board, motions("a1-b1")), [{ from: "a1", to: "b1", bend: 0, role: "move" }]);
});

test("a push that goes on has a second arrow behind the first", () => {
  const [push, move] = arrowsOf(board, motions("a1-b1 b1-c1"));
  assert.deepEqual([push.from, push.to, push.role], ["b1", "c1", "push"]);
  assert.deepEqual([move.from, move.to, move.bend], ["a1", "b1", 0]);
});

test("a train that comes towards its piece has one arrow, and the piece goes around", () => {
  const [push, move] = arrowsOf(board, motions("a1-d1 b1-a1 c1-b1 d1-c1"));
  assert.deepEqual([push.from, push.to], ["d1", "a1"]);
  assert.ok(move.bend > 0);
});

test("a piece from beside the board that pushes shows what it pushes", () => {
  const arrows = arrowsOf(board, motions("reserve-a1 a1-b1 b1-c1"));
  assert.deepEqual(arrows, [{ from: "a1", to: "c1", bend: 0, role: "push" }]);
});

test("what the picture does not show has no arrow", () => {
  assert.deepEqual(arrowsOf({ ...board, spotFor: () => undefined }, motions("a1-b1")), []);
});

test("an arrow points at its end and stays between its ends", () => {
  const { shaft, head } = shape({ x: 0, y: 0 }, { x: 100, y: 0 });
  assert.match(shaft, /^M10 0L\d+ 0$/);
  assert.match(head, /^M97 0L/);
  assert.match(shape({ x: 0, y: 0 }, { x: 100, y: 0 }, 0.3).shaft, /Q50 -30 /);
});

test("an arrow between two points at one place has no length", () => {
  assert.ok(!shape({ x: 5, y: 5 }, { x: 5, y: 5 }).head.includes("NaN"));
});
