// Saving what is on the analysis board as a study, and deleting it.
import { say } from "../lib/language.js";
import { writeTree } from "./tree_text.js";

/** @typedef {import("./analysis.js").Page} Page */

/** @param {Page} page */
export function bindStudy(page) {
  const form = document.getElementById("study");
  if (!(form instanceof HTMLFormElement)) return;
  const own = page.data.study?.mine ? page.data.study : null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { game, options, position } = page.data.turn;
    const { title, visibility } = Object.fromEntries(new FormData(form));
    const body = { game, options, position, text: writeTree(page.tree), title, visibility };
    const answer = await send(own ? "PUT" : "POST", own?.id, body);
    if (answer && own) tell(say("Saved."));
    else if (answer) location.assign(answer.url);
  });
  const remove = document.getElementById("study-delete");
  remove?.addEventListener("click", async () => {
    const question = say("Delete for good?");
    if (remove.textContent !== question) remove.textContent = question; // the second click does it
    else if (await send("DELETE", own?.id)) location.assign("/studies");
  });
}

/** @param {string} method @param {string} [id] @param {object} [body] */
async function send(method, id, body) {
  const headers = { "Content-Type": "application/json" };
  const address = `/api/v1/studies${id ? `/${id}` : ""}`;
  const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  const found = await answer.json();
  if (answer.ok) return found;
  tell(found.detail);
  return null;
}

/** @param {string} sentence */
function tell(sentence) {
  const said = document.getElementById("study-said");
  if (said) said.textContent = sentence;
}
