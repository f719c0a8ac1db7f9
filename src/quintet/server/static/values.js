// What positions and moves are worth, for games in which people want to learn.

/** @typedef {import("./types.js").MoveValue} MoveValue */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./choose.js").Chooser} Chooser */

const SVG = "http://www.w3.org/2000/svg";

export class Values {
  /** @type {Record<string, MoveValue>} */
  moves = {};

  /** @param {Message | null} message */
  set(message) {
    this.moves = message?.moves ?? {};
    const bar = document.getElementById("value-bar");
    if (!bar) return;
    const meter = bar.querySelector("meter");
    const said = bar.querySelector(".said");
    if (meter) meter.value = message?.chance ?? 0.5;
    bar.style.setProperty("--chance", String(message?.chance ?? 0.5));
    if (said) said.textContent = message?.value?.said ?? "";
  }

  /**
   * Writes the value of the best move through every touch beside its spots.
   * @param {Chooser} chooser
   */
  show(chooser) {
    const { board, path } = chooser;
    for (const old of board.lineLayer.querySelectorAll(".value")) old.remove();
    if (!Object.keys(this.moves).length) return;
    for (const touch of path.next) {
      const words = new Set(path.through(touch).map(({ word }) => word));
      const best = Object.keys(this.moves).find((word) => words.has(word)); // the best come first
      if (best === undefined) continue;
      for (const spot of chooser.spotsOf(touch)) {
        const { x, markY } = board.place(spot);
        const made = badge(this.moves[best]);
        made.setAttribute("data-marks", spot.dataset.at || "");
        made.setAttribute("transform", `translate(${x} ${markY})`);
        board.lineLayer.append(made);
      }
    }
  }
}

/** @param {MoveValue} value */
function badge(value) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", `value ${value.kind}`);
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, size] of Object.entries({ x: -13, y: -8, width: 26, height: 16, rx: 8 })) {
    ground.setAttribute(name, String(size));
  }
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("dy", "4");
  text.textContent = short(value);
  made.append(ground, text);
  return made;
}

/** A sign and a number, so that no colour is needed. @param {MoveValue} value */
function short({ kind, plies, chance }) {
  if (kind === "win") return `+${plies ?? ""}`;
  if (kind === "loss") return `−${plies ?? ""}`;
  if (kind === "draw" || kind === "tie") return "=";
  return String(Math.round(100 * chance));
}
