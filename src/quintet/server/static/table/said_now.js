// A new line of the chat is seen near the prompt while the chat itself is out of sight.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").ChatLine} Line */

const SEEN_FOR = 8000; // milliseconds

export class SaidNow {
  inSight = false;
  timer = 0;

  /** @param {HTMLElement} panel the chat @param {(line: Line) => void} answer goes there */
  constructor(panel, answer) {
    /** @type {Line | undefined} */
    this.line = undefined;
    this.button = document.getElementById("said-now");
    this.button?.addEventListener("click", () => {
      const { line } = this;
      this.hide();
      panel.scrollIntoView({ block: "nearest" });
      if (line) answer(line);
    });
    const list = panel.querySelector(".lines") ?? panel;
    new IntersectionObserver((seen) => {
      this.inSight = seen.at(-1)?.isIntersecting ?? false; // the latest: a busy page hears of several at once
      if (this.inSight) this.hide();
    }, { threshold: 0.6 }).observe(list);
  }

  /** @param {Line} line */
  show(line) {
    if (!this.button || this.inSight) return;
    const { name, text } = line;
    this.line = line;
    const who = document.createElement("strong");
    who.textContent = name;
    who.dir = "auto";
    const said = document.createElement("span");
    said.textContent = text;
    said.dir = "auto";
    this.button.replaceChildren(who, said);
    this.button.setAttribute("aria-label", say("{name}: {text} Answer in the chat.", { name, text }));
    this.button.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), SEEN_FOR);
  }

  hide() {
    clearTimeout(this.timer);
    if (this.button) this.button.hidden = true;
  }
}
