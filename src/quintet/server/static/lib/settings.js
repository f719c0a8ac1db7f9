// Settings of this browser: theme, sound, confirmation and motion.

const KEY = "quintet.settings";
const USUAL = {
  theme: "auto", contrast: "auto", sound: "off", confirm: "off", motion: "auto", view: "",
  engine: "on", lines: "3",
};

/** @typedef {typeof USUAL} Settings */

/** @returns {Settings} */
export function settings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...USUAL }; // no storage
  }
}

/** @param {keyof Settings} name @param {string} value */
export function choose(name, value) {
  const chosen = { ...settings(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // The choice then lasts as long as the page.
  }
  show(chosen);
}

/** Whether pieces should cross-fade instead of moving. */
export function still() {
  const { motion } = settings();
  return motion === "off" || (motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/** @param {Settings} chosen */
function show({ theme, contrast, motion }) {
  const root = document.documentElement;
  for (const [name, value] of Object.entries({ theme, contrast, motion })) {
    if (value === "auto") delete root.dataset[name];
    else root.dataset[name] = value;
  }
}

/** Ties every `<select data-setting>` on the page to its setting. */
export function bind() {
  for (const select of document.querySelectorAll("select[data-setting]")) {
    if (!(select instanceof HTMLSelectElement)) continue;
    const name = /** @type {keyof Settings} */ (select.dataset.setting);
    select.value = settings()[name];
    select.addEventListener("change", () => choose(name, select.value));
  }
}
