// The pace of a game: an engine's move is shown after the one before has arrived, and a little more.

const PAUSE = 300; // milliseconds
const LONGEST = 600; // a tab in the background does not animate, and must not wait for it

export class Pace {
  /** @type {Promise<unknown>} kept when the pieces of the latest move have arrived */
  arrived = Promise.resolve();
  arrivedAt = -Infinity;

  /** @param {Promise<unknown>} moving */
  follow(moving) {
    this.arrived = moving.finally(() => {
      this.arrivedAt = performance.now();
    });
  }

  /** Waits until the next move may be shown. */
  async rest() {
    if (document.hidden) return;
    await Promise.race([this.arrived, after(LONGEST)]);
    const left = this.arrivedAt + PAUSE - performance.now();
    if (left > 0) await after(left);
  }
}

/** @param {number} milliseconds */
function after(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
