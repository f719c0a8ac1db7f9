// Where a cube is seen from: the sums of `draw/cubulus/cube.py`, for a cube that turns.

/** @typedef {[number, number, number]} Point */
/** @typedef {{yaw: number, pitch: number, open: number}} Pose */

/** @type {Record<string, [Point, Point, Point]>} the way a face looks, and the two ways along it */
export const FACES = {
  U: [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
  R: [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
  F: [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
  D: [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
  L: [[-1, 0, 0], [0, 0, 1], [0, -1, 0]],
  B: [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
};
/** @type {Point} */
const LIGHT = [-0.48, 0.76, 0.44];
const MAX_PITCH = 70; // degrees; an open cube is seen from less far above, or its layers would meet
const MAX_PITCH_OPEN = 32;

export class Camera {
  /** @param {DOMStringMap} drawn what the drawing says of itself */
  constructor(drawn) {
    this.x = Number(drawn.x);
    this.y = Number(drawn.y);
    this.unit = Number(drawn.unit);
    this.openUnit = Number(drawn.openUnit);
    this.aside = Number(drawn.aside);
    this.apart = Number(drawn.apart);
    this.distance = Number(drawn.distance);
    this.haze = Number(drawn.haze);
    // What a pose makes of them:
    this.yaw = turn(0);
    this.pitch = turn(0);
    this.nearness = this.unit; // how large a unit is at the distance of the middle
    /** @type {Pose} */
    this.posed = { yaw: Number(drawn.yaw), pitch: Number(drawn.pitch), open: Number(drawn.open) };
    this.pose = this.posed;
  }

  get pose() {
    return this.posed;
  }

  /** @param {Pose} pose */
  set pose(pose) {
    this.posed = pose;
    this.yaw = turn(pose.yaw);
    this.pitch = turn(pose.pitch);
    this.nearness = this.unit + (this.openUnit - this.unit) * pose.open;
  }

  /** The nearest pose that can be shown. @param {Pose} pose @returns {Pose} */
  within({ yaw, pitch, open }) {
    const opened = Math.min(1, Math.max(0, open));
    const steepest = MAX_PITCH + (MAX_PITCH_OPEN - MAX_PITCH) * opened;
    return { yaw, pitch: Math.min(steepest, Math.max(-steepest, pitch)), open: opened };
  }

  /** The nearest pose from which a face is well seen. @param {string} face @returns {Partial<Pose>} */
  facing(face) {
    const { yaw, pitch } = this.pose;
    if (face === "U" || face === "D") return { pitch: face === "U" ? 40 : -40 };
    const around = { F: -25, R: -65, B: 155, L: 65 }[face] ?? 0;
    const turns = Math.round((yaw - around) / 360);
    return { yaw: around + 360 * turns, pitch: Math.min(40, Math.max(-40, pitch)) };
  }

  /** A slot on the screen. @param {Point} at */
  slot(at) {
    const depth = this.turned(at)[2];
    const [x, y] = this.seen(at, at[1]);
    return { x, y, depth, unit: this.nearness * this.distance / (this.distance - depth) };
  }

  /** The side of a slot that looks the way of a face. @param {Point} slot @param {string} face */
  tile(slot, face) {
    const [normal, right, down] = FACES[face];
    const middle = along(slot, normal, 0.5);
    const [x, y] = this.seen(middle, slot[1]);
    /** @param {Point} way @returns {[number, number]} */
    const side = (way) => {
      const [x1, y1] = this.seen(along(middle, way, -0.5), slot[1]);
      const [x2, y2] = this.seen(along(middle, way, 0.5), slot[1]);
      return [x2 - x1, y2 - y1];
    };
    const turned = this.turned(middle);
    const looks = this.turned(normal);
    const facing = looks[2] - dot(turned, looks) / this.distance;
    return { x, y, right: side(right), down: side(down), facing, light: Math.max(0, dot(looks, LIGHT)) };
  }

  /** A point on the screen, with its layer drawn apart. @param {Point} point @param {number} layer @returns {[number, number]} */
  seen(point, layer) {
    const [x, y, depth] = this.turned(point);
    const size = this.nearness * this.distance / (this.distance - depth);
    const shift = this.pose.open * this.nearness * layer;
    return [this.x + x * size - this.aside * shift, this.y - y * size - this.apart * shift];
  }

  /** @param {Point} point @returns {Point} */
  turned([x, y, z]) {
    const { yaw, pitch } = this;
    const near = z * yaw.cos - x * yaw.sin;
    return [x * yaw.cos + z * yaw.sin, y * pitch.cos - near * pitch.sin, y * pitch.sin + near * pitch.cos];
  }
}

/** @param {number} degrees */
function turn(degrees) {
  const angle = degrees * Math.PI / 180;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
}

/** @param {Point} point @param {Point} way @param {number} length @returns {Point} */
export function along(point, way, length) {
  return [point[0] + way[0] * length, point[1] + way[1] * length, point[2] + way[2] * length];
}

/** @param {Point} one @param {Point} other */
export function dot(one, other) {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
