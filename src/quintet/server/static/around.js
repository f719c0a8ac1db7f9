// Who is around the table besides the board: those who look on, and those who have left.
import { say } from "./language.js";

/** @typedef {import("./types.js").View} View */

/** @param {{view: View}} table */
export function showAround({ view }) {
  const watching = document.getElementById("watching");
  if (watching) {
    watching.hidden = !view.watchers;
    watching.textContent = say("People who watch: {count}", { count: view.watchers });
  }
  const panel = document.getElementById("absent");
  if (!panel) return;
  const playing = view.phase === "playing" && view.seats.some(({ here }) => here);
  const gone = playing && !view.questions.some(({ what }) => what === "replace")
    ? view.seats.filter(({ kind, here, left, present }) => kind === "person" && !here && (left || !present))
    : [];
  panel.hidden = !gone.length;
  const list = panel.querySelector(".gone");
  list?.replaceChildren(...gone.map(({ seat, name, left }) => {
    const item = document.createElement("li");
    const said = document.createElement("p");
    said.textContent = left ? say("{name} has left the table.", { name }) : say("{name} is away.", { name });
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.do = "replace";
    button.dataset.seat = String(seat);
    button.textContent = say("Let the engine play for {name}", { name });
    item.append(said, button);
    return item;
  }));
}
