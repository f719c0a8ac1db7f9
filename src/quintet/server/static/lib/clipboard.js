// Copying a text; where that is not allowed, it is shown to be copied by hand.
import { notice } from "./narrate.js";

/** @param {string} text @param {string} done what is said then */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    notice(done);
  } catch {
    const shown = document.getElementById("copy");
    if (!(shown instanceof HTMLDialogElement)) return;
    const field = shown.querySelector("textarea");
    if (field) field.value = text;
    shown.showModal();
    field?.select();
  }
}
