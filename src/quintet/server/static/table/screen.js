// The board on the whole screen, and whose side is at the bottom: buttons, and one key.

const FIELDS = "input, textarea, select, [contenteditable]";

/** @param {() => void} flip */
export function bindScreen(flip) {
  for (const button of buttons("flip")) button.addEventListener("click", flip);
  bindFullScreen();
  // Places can be typed while the board has the focus, and f is the name of a column or a piece.
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest(`${FIELDS}, dialog[open]`)) return;
    flip();
  });
}

function bindFullScreen() {
  const show = () => {
    for (const button of buttons("full_screen")) {
      button.setAttribute("aria-pressed", String(document.fullscreenElement !== null));
    }
  };
  for (const button of buttons("full_screen")) {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", async () => {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    });
  }
  document.addEventListener("fullscreenchange", show);
  show();
}

/** @param {string} what @returns {NodeListOf<HTMLButtonElement>} */
function buttons(what) {
  return document.querySelectorAll(`button[data-screen="${what}"]`);
}
