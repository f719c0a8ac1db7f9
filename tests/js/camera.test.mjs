// Where a cube is seen from, and what of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera, FACES, along, dot } from "../../src/quintet/server/static/board/camera.js";
import { walk } from "../../src/quintet/server/static/board/cube_walk.js";

/** @param {object} [pose] */
function camera(pose = {}) {
  const drawn = { x: 100, y: 100, unit: 30, openUnit: 20, aside: 0.1, apart: 2, distance: 12, haze: 0.1 };
  return new Camera({ ...drawn, yaw: 0, pitch: 0, open: 0, ...pose });
}

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

test("the middle of the cube is in the middle of the picture", () => {
  const { x, y, depth, unit } = camera({ yaw: -25, pitch: 20 }).slot([0, 0, 0]);
  near(x, 100);
  near(y, 100);
  near(depth, 0);
  near(unit, 30);
});

test("what is nearer is larger", () => {
  const seen = camera();
  assert.ok(seen.slot([0, 0, 1]).unit > seen.slot([0, 0, -1]).unit);
});

test("a turn keeps lengths", () => {
  const turned = camera({ yaw: 33, pitch: -21 }).turned([1, 2, 3]);
  near(Math.hypot(...turned), Math.hypot(1, 2, 3));
});

test("of opposite faces one looks at us", () => {
  const seen = camera({ yaw: -25, pitch: 20 });
  for (const [one, other] of [["U", "D"], ["R", "L"], ["F", "B"]]) {
    const at = (face) => seen.tile(FACES[face][0], face).facing > 0;
    assert.notEqual(at(one), at(other));
  }
  assert.ok(seen.tile([0, 0, 1], "F").facing > 0);
});

test("faces are right-handed or all left-handed, and at right angles", () => {
  for (const [normal, across, down] of Object.values(FACES)) {
    assert.equal(dot(normal, across), 0);
    assert.equal(dot(across, down), 0);
    assert.equal(dot(normal, down), 0);
  }
});

test("a pose stays within what can be shown", () => {
  const seen = camera();
  assert.deepEqual(seen.within({ yaw: 400, pitch: 89, open: 2 }), { yaw: 400, pitch: 32, open: 1 });
  assert.deepEqual(seen.within({ yaw: 0, pitch: -89, open: -1 }), { yaw: 0, pitch: -70, open: 0 });
});

test("a face is turned to from the nearest side", () => {
  assert.equal(camera({ yaw: 300 }).facing("F").yaw, 335);
  assert.equal(camera({ yaw: -20 }).facing("F").yaw, -25);
  assert.equal(camera().facing("D").pitch, -40);
});

test("along a way", () => {
  assert.deepEqual(along([1, 2, 3], [0, 1, 0], 2), [1, 4, 3]);
});

test("arrow keys go from facelet to facelet, and over edges", () => {
  const seen = camera();
  assert.equal(walk(seen, "F5", [1, 0]), "F6");
  assert.equal(walk(seen, "F5", [-1, 0]), "F4");
  assert.equal(walk(seen, "F5", [0, 1]), "F8");
  assert.equal(walk(seen, "F5", [0, -1]), "F2");
  assert.equal(walk(seen, "F6", [1, 0])[0], "R");
  assert.equal(walk(seen, "F2", [0, -1])[0], "U");
  assert.equal(walk(seen, "F8", [0, 1])[0], "D");
  assert.equal(walk(seen, "F4", [-1, 0])[0], "L");
});

test("every step leads back", () => {
  const seen = camera();
  for (const from of ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"]) {
    const right = walk(seen, from, [1, 0]);
    if (right[0] === "F") assert.equal(walk(seen, right, [-1, 0]), from);
  }
});
