// A half-made move: the touches so far, and what may follow. Knows no rules, only legal paths.

export class Path {
  /** @type {string[]} */
  touched = [];

  /** @param {Record<string, string[]>} paths every legal move with its touches */
  constructor(paths = {}) {
    this.paths = paths;
  }

  /** Every legal move that begins with what has been touched. */
  get open() {
    return Object.keys(this.paths).filter((word) =>
      this.touched.every((touch, at) => this.paths[word][at] === touch));
  }

  /** What may be touched next. */
  get next() {
    const depth = this.touched.length;
    const touches = this.open.map((word) => this.paths[word][depth]);
    return new Set(touches.filter((touch) => touch !== undefined));
  }

  /** The move that the touches make as they are, if any. */
  get complete() {
    return this.open.find((word) => this.paths[word].length === this.touched.length) ?? null;
  }

  /** The moves that begin with one more touch. @param {string} touch */
  through(touch) {
    const depth = this.touched.length;
    return this.open.filter((word) => this.paths[word][depth] === touch);
  }

  /** @param {string} touch whether it goes on from here */
  add(touch) {
    if (!this.next.has(touch)) return false;
    this.touched.push(touch);
    return true;
  }

  back() {
    return this.touched.pop();
  }

  clear() {
    this.touched.length = 0;
  }
}
