// The home page: the level chosen last is chosen again.

const KEY = "quintet.level";

const levels = [...document.querySelectorAll("input[name='level']")];

/** @returns {string | null} */
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // no storage
  }
}

/** @param {string} level */
function keep(level) {
  try {
    localStorage.setItem(KEY, level);
  } catch {
    // The choice then lasts as long as the page.
  }
}

for (const input of levels) {
  if (!(input instanceof HTMLInputElement)) continue;
  input.addEventListener("change", () => keep(input.value));
  if (input.value !== kept()) continue;
  input.checked = true;
  input.closest("details")?.setAttribute("open", "");
}

export {};
