// A half-made move: what may follow, and when it is complete.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Path } from "../../src/quintet/server/static/board/path.js";

const PATHS = { a1e1: ["a1", "e1"], a1a5: ["a1", "a5"], b1a1: ["b1", "a1"] };

test("what may be touched next is what continues some legal path", () => {
  const path = new Path(PATHS);
  assert.deepEqual([...path.next].sort(), ["a1", "b1"]);
  path.add("a1");
  assert.deepEqual([...path.next].sort(), ["a5", "e1"]);
  assert.equal(path.complete, null);
  path.add("e1");
  assert.equal(path.complete, "a1e1");
  assert.equal(path.next.size, 0);
});

test("touches are taken back one by one, or all at once", () => {
  const path = new Path(PATHS);
  path.add("a1");
  path.add("a5");
  path.back();
  assert.deepEqual(path.touched, ["a1"]);
  path.clear();
  assert.deepEqual(path.touched, []);
  assert.equal(path.open.length, 3);
});

test("the ways through a touch", () => {
  const path = new Path(PATHS);
  assert.deepEqual(path.through("a1").map(({ word }) => word), ["a1e1", "a1a5"]);
  assert.deepEqual(path.through("c3"), []);
});

test("a line that is called is pointed out from either end", () => {
  const word = "quarto:a1b1c1";
  const path = new Path({ [word]: ["quarto", "a1", "b1", "c1"] }, { [word]: [["quarto", "c1", "b1", "a1"]] });
  path.add("quarto");
  assert.deepEqual([...path.next].sort(), ["a1", "c1"]);
  for (const touch of ["c1", "b1", "a1"]) path.add(touch);
  assert.equal(path.complete, "quarto:a1b1c1");
});

test("a touch that is a whole move ends the path", () => {
  const path = new Path({ d4: ["d4"], "a1-a4": ["a1", "a4"] });
  assert.equal(path.ends("d4"), true);
  assert.equal(path.ends("a1"), false);
  path.add("a1");
  assert.equal(path.ends("a4"), true);
});

test("a touch that no path has leaves nothing open", () => {
  const path = new Path(PATHS);
  path.add("e5");
  assert.deepEqual(path.open, []);
  assert.equal(path.complete, null);
});

test("without moves there is nothing to touch", () => {
  assert.equal(new Path().next.size, 0);
});
