// The lobby: open tables and games to watch, updated live.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").LobbyTable} Listed */
/** @typedef {import("../lib/types.js").LobbyMessage} Lobby */

const FIRST_WAIT = 400;
const MAX_WAIT = 8000;
const FAILURES_TO_POLL = 2;

let wait = FIRST_WAIT;
let failures = 0;
let mark = "";

/** @param {Lobby} lobby */
function show(lobby) {
  mark = lobby.mark;
  for (const kind of /** @type {const} */ (["open", "running"])) {
    const list = document.querySelector(`[data-list="${kind}"]`);
    list?.replaceChildren(...lobby[kind].map((table) => item(table, kind)));
    document.querySelector(`[data-empty="${kind}"]`)?.toggleAttribute("hidden", lobby[kind].length > 0);
  }
}

/** @param {Listed} table @param {"open" | "running"} kind */
function item(table, kind) {
  const made = document.createElement("li");
  const link = document.createElement("a");
  link.href = table.url;
  const title = document.createElement("strong");
  title.textContent = [table.title, ...table.said].join(" · ");
  const people = document.createElement("span");
  people.className = "players";
  people.append(...table.chairs.map(({ name, kind: who }) => {
    const chair = document.createElement("span");
    chair.textContent = name;
    chair.dir = "auto";
    if (who === "open") chair.className = "soft";
    return chair;
  }));
  const facts = document.createElement("span");
  facts.className = "soft";
  const clock = table.clock ? say("Clock: {clock}.", { clock: table.clock.said }) : say("No clock.");
  const { plies, watchers } = table;
  const soFar = kind === "running" ? say("Moves: {plies}. Spectators: {watchers}.", { plies, watchers }) : "";
  facts.textContent = `${clock} ${soFar}`;
  link.append(title, people, facts);
  made.append(link);
  if (kind === "open") {
    made.append(sitDown(table));
  } else {
    const watch = document.createElement("span");
    watch.className = "button";
    watch.textContent = say("Watch");
    link.append(watch);
  }
  return made;
}

/** A button that takes the first open chair. @param {Listed} table */
function sitDown({ url, title, chairs }) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `${url}/join`;
  form.addEventListener("submit", () => {
    const name = document.getElementById("my-name");
    if (name instanceof HTMLInputElement) form.append(hidden("name", name.value));
  });
  const button = document.createElement("button");
  button.className = "primary";
  button.textContent = say("Sit down");
  button.setAttribute("aria-label", say("Sit down and play {game}", { game: title }));
  const open = chairs.find(({ kind }) => kind === "open");
  form.append(hidden("chair", String(open?.chair ?? 0)), button);
  return form;
}

/** @param {string} name @param {string} value */
function hidden(name, value) {
  const made = document.createElement("input");
  made.type = "hidden";
  made.name = name;
  made.value = value;
  return made;
}

function connect() {
  const address = new URL("/api/v1/lobby/live", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
    failures = 0;
    wait = FIRST_WAIT;
  });
  socket.addEventListener("message", (event) => show(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (!opened) failures += 1;
    later(failures >= FAILURES_TO_POLL ? poll : connect);
  });
}

/** Long polling, where WebSockets are blocked. */
async function poll() {
  try {
    const answer = await fetch(`/api/v1/lobby?known=${mark}&wait=25`);
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
    wait = FIRST_WAIT;
  } catch {
    // The server is away; try again.
  }
  later(poll);
}

/** @param {() => void} again */
function later(again) {
  setTimeout(again, wait);
  wait = Math.min(MAX_WAIT, wait * 2);
}

show(JSON.parse(document.getElementById("lobby")?.textContent || "{}"));
connect();
