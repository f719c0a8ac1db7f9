// What is said at a table, in the rooms one may read.
import { say } from "../lib/language.js";
import { SaidNow } from "./said_now.js";

/** @typedef {import("../lib/types.js").ChatLine} Line */
/** @typedef {import("../lib/types.js").Room} Room */
/** @typedef {import("../lib/types.js").ChatMessage} Message */
/** @typedef {import("./live.js").Live} Live */

const MAX_SHOWN = 200;

export class Chat {
  /** @type {Line[]} */
  lines = [];
  /** @type {Record<string, number>} lines of a room that were not looked at */
  unread = {};

  /** @param {HTMLElement} panel @param {Live} live */
  constructor(panel, live) {
    this.panel = panel;
    this.live = live;
    this.list = /** @type {HTMLElement} */ (panel.querySelector(".lines"));
    this.form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
    this.field = /** @type {HTMLInputElement} */ (panel.querySelector("input"));
    this.closed = /** @type {HTMLElement} */ (panel.querySelector(".closed"));
    this.tabs = /** @type {HTMLElement} */ (panel.querySelector(".rooms"));
    /** @type {Room | ""} */
    this.room = "";
    this.saidNow = new SaidNow(panel, ({ room }) => {
      this.enter(room);
      if (!this.form.hidden) this.field.focus({ preventScroll: true });
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (!text || !this.room) return;
      this.live.send({ do: "say", room: this.room, text });
      this.field.value = "";
    });
    this.tabs.addEventListener("click", (event) => {
      const tab = event.target instanceof Element ? event.target.closest("button") : null;
      if (tab) this.enter(/** @type {Room} */ (tab.dataset.room));
    });
  }

  /**
   * Show the rooms that this device may read.
   * @param {import("../lib/types.js").Rooms} rooms
   * @param {boolean} company whether anybody is there to talk to
   */
  furnish({ read, write, closed }, company) {
    this.closed.textContent = closed ?? "";
    this.closed.hidden = !closed;
    const wasHidden = this.panel.hidden;
    this.panel.hidden = !read.length || !(company || this.lines.length);
    this.write = write;
    if (JSON.stringify(read) !== this.tabs.dataset.rooms) {
      this.tabs.dataset.rooms = JSON.stringify(read);
      this.tabs.replaceChildren(...read.map((room) => {
        const tab = document.createElement("button");
        tab.type = "button";
        tab.className = "quiet";
        tab.dataset.room = room;
        tab.append(nameOf(room), badge());
        return tab;
      }));
      this.tabs.hidden = read.length < 2;
    }
    this.enter(this.room && read.includes(this.room) ? this.room : write[0] ?? read[0] ?? "");
    if (wasHidden && !this.panel.hidden) this.showLatest();
  }

  /** @param {Room | ""} room */
  enter(room) {
    const changed = room !== this.room; // otherwise a reader of older lines is left there
    this.room = room;
    this.unread[room] = 0;
    this.form.hidden = !room || !this.write?.includes(room);
    this.field.setAttribute("aria-label", say("Message: {room}", { room: nameOf(room) }));
    if (changed) {
      this.list.replaceChildren(...this.shown().map(item));
      this.showLatest();
    }
    this.mark();
  }

  /** @param {Message} message */
  hear({ lines, whole }) {
    if (whole) this.lines = [];
    const last = this.lines.at(-1)?.number ?? 0;
    const news = whole ? lines : lines.filter(({ number }) => number > last);
    this.lines = [...this.lines, ...news].slice(-MAX_SHOWN);
    if (whole) this.list.replaceChildren(...this.shown().map(item));
    for (const line of whole ? [] : news) {
      if (line.room === this.room) this.list.append(item(line));
      else this.unread[line.room] = (this.unread[line.room] ?? 0) + 1;
      this.saidNow.show(line);
    }
    while (this.list.childElementCount > MAX_SHOWN) this.list.firstElementChild?.remove();
    this.showLatest();
    this.mark();
  }

  showLatest() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  shown() {
    return this.lines.filter(({ room }) => room === this.room);
  }

  mark() {
    for (const tab of this.tabs.querySelectorAll("button")) {
      const room = tab.dataset.room || "";
      const unread = this.unread[room] ?? 0;
      tab.setAttribute("aria-pressed", String(room === this.room));
      const mark = tab.querySelector(".unread");
      if (mark) mark.textContent = unread ? String(unread) : "";
    }
  }
}

/** @param {string} room */
function nameOf(room) {
  switch (room) {
    case "team": return say("My team");
    case "watchers": return say("Spectators");
    default: return say("The table");
  }
}

function badge() {
  const made = document.createElement("span");
  made.className = "unread";
  return made;
}

/** @param {Line} line */
function item({ name, text, seat }) {
  const made = document.createElement("p");
  const who = document.createElement("strong");
  who.textContent = name;
  who.dir = "auto";
  if (seat !== null) who.dataset.seat = String(seat);
  const said = document.createElement("span");
  said.textContent = text;
  said.dir = "auto";
  said.dir = "auto";
  made.append(who, " ", said);
  return made;
}
