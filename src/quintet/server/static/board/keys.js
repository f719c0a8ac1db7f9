// Keyboard: arrows move over the board, Enter touches, Escape takes back; places can be typed.

/** @typedef {import("./chooser.js").Chooser} Chooser */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const PATIENCE = 1500; // milliseconds between two letters of a place

/** @param {Chooser} chooser */
export function listenToKeys(chooser) {
  const { board } = chooser;
  const { svg } = board;
  /** @type {SVGGElement | undefined} */
  let current;
  let typed = "";
  let last = 0;

  for (const spot of board.spots.values()) spot.setAttribute("tabindex", "-1");
  become(firstOpen() ?? board.spots.values().next().value);

  /** Exactly one spot can be reached by Tab. @param {SVGGElement | undefined} spot */
  function become(spot) {
    if (!spot) return;
    current?.setAttribute("tabindex", "-1");
    spot.setAttribute("tabindex", "0");
    current = spot;
  }

  function firstOpen() {
    return [...board.spots.values()].find((spot) => spot.classList.contains("is-open"));
  }

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && !event.shiftKey) {
      become(neighbour(current, arrow));
      current?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (current) chooser.touchSpot(current);
    } else if (event.key === "Escape") {
      chooser.back();
    } else if (event.key.length === 1 && /[\w+@:-]/.test(event.key)) {
      if (!type(event.key)) return; // it may mean something to the page
    } else {
      return;
    }
    event.preventDefault();
  });

  svg.addEventListener("focusin", (event) => {
    if (event.target instanceof SVGGElement && event.target.matches(".spot")) become(event.target);
  });

  /**
   * The nearest spot that way, those straight ahead first.
   * @param {SVGGElement | undefined} from
   * @param {[number, number]} way
   */
  function neighbour(from, [right, down]) {
    if (!from) return undefined;
    const start = middle(from);
    let best = from;
    let nearest = Infinity;
    for (const spot of board.spots.values()) {
      const { x, y } = middle(spot);
      const ahead = (x - start.x) * right + (y - start.y) * down;
      const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right);
      const distance = ahead + 2 * aside;
      if (spot !== from && ahead > 1 && ahead >= aside * 0.5 && distance < nearest && isShown(spot)) {
        nearest = distance;
        best = spot;
      }
    }
    return best;
  }

  /** @param {string} letter @returns {boolean} whether it may be part of a place */
  function type(letter) {
    const now = Date.now();
    typed = now - last > PATIENCE ? letter : typed + letter;
    last = now;
    const open = [...chooser.path.next];
    /** @param {string} touch */
    const begins = (touch) => touch.toLowerCase().startsWith(typed.toLowerCase());
    const longer = open.some((touch) => touch.length > typed.length && begins(touch));
    const same = open.filter((touch) => touch.length === typed.length && begins(touch));
    const found = same.find((touch) => touch === typed) ?? same[0];
    if (found && !longer) {
      typed = "";
      const spot = chooser.spotsOf(found)[0];
      become(spot);
      spot?.focus();
      chooser.touch(found, spot?.dataset.at);
    } else if (!longer) {
      typed = letter;
      return open.some((touch) => touch.toLowerCase().startsWith(letter.toLowerCase()));
    }
    return true;
  }

  return {
    /** @param {SVGGElement} spot */
    focus(spot) {
      become(spot);
      spot.focus({ preventScroll: true });
    },
    /** Starts from something that may be touched. */
    settle() {
      if (document.activeElement !== current) become(firstOpen() ?? current);
    },
  };
}

/** @param {SVGGElement} spot */
function isShown(spot) {
  return getComputedStyle(spot).visibility !== "hidden" && getComputedStyle(spot).display !== "none";
}

/** @param {SVGGElement} spot */
function middle(spot) {
  const { left, top, width, height } = spot.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
