// Neutral balls at random: one legal placement after the other, each a move of this player.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").PresentView} View */
/** @typedef {import("../board/chooser.js").Chooser} Chooser */

export class RandomSetUp {
  on = false;

  /** A button for it, while something is to be set up by this player. @param {View} view @param {Chooser} chooser */
  show(view, chooser) {
    const asked = view.actions.includes("set_up");
    if (!asked) this.on = false;
    const holder = document.getElementById("touches");
    if (!holder || !asked || !(chooser.mayMove || this.on)) return;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.touch = "random";
    button.textContent = this.on ? say("Stop") : say("Place them at random");
    button.addEventListener("click", () => {
      this.on = !this.on;
      if (this.on) this.next(view, chooser);
      else button.remove();
    });
    holder.append(button);
  }

  /** The next placement, if there is to be one. @param {View} view @param {Chooser} chooser */
  next(view, chooser) {
    const words = Object.keys(view.paths);
    if (!this.on || !words.length || !chooser.mayMove || chooser.sent) return;
    chooser.play(words[Math.floor(Math.random() * words.length)]);
  }
}
