// A half-made move: the touches so far, and what may follow. Knows no rules, only legal paths.

/** @typedef {{word: string, touches: string[]}} Way */

export class Path {
  /** @type {string[]} */
  touched = [];

  /**
   * @param {Record<string, string[]>} paths every legal move with its touches
   * @param {Record<string, string[][]>} [more] other touches that mean the same move
   */
  constructor(paths = {}, more = {}) {
    /** @type {Way[]} */
    this.ways = Object.entries(paths).flatMap(([word, touches]) =>
      [touches, ...more[word] ?? []].map((each) => ({ word, touches: each })));
  }

  /** Every way that begins with what has been touched. */
  get open() {
    return this.ways.filter(({ touches }) => this.touched.every((touch, at) => touches[at] === touch));
  }

  /** What may be touched next. */
  get next() {
    const depth = this.touched.length;
    return new Set(this.open.flatMap(({ touches }) => touches[depth] ?? []));
  }

  /** The move that the touches make as they are, if any. */
  get complete() {
    return this.open.find(({ touches }) => touches.length === this.touched.length)?.word ?? null;
  }

  /** The ways that go on with this touch. @param {string} touch */
  through(touch) {
    const depth = this.touched.length;
    return this.open.filter(({ touches }) => touches[depth] === touch);
  }

  /** Whether a touch is a whole move by itself. @param {string} touch */
  ends(touch) {
    const depth = this.touched.length;
    return this.through(touch).some(({ touches }) => touches.length === depth + 1);
  }

  /** @param {string} touch */
  add(touch) {
    this.touched.push(touch);
  }

  back() {
    this.touched.pop();
  }

  clear() {
    this.touched.length = 0;
  }
}
