// A banner while the connection is gone, which says that what was done meanwhile waits.
import { say } from "../lib/language.js";

/** @typedef {import("./live.js").Live} Live */

/** @param {Live} live */
export function showConnection(live) {
  const banner = document.getElementById("lost");
  if (!banner) return;
  banner.hidden = live.isConnected;
  if (live.isShutOut) banner.textContent = say("You can no longer see this table.");
  else if (!live.isConnected) banner.textContent = bannerText(navigator.onLine, live.waits);
}

/** @param {boolean} online @param {string | undefined} waits what was done last: a command */
export function bannerText(online, waits) {
  const lost = online ? say("The connection is lost. Trying again.") : say("You are offline.");
  if (waits === "move") return [lost, say("Your move is kept and will be sent.")].join(" ");
  if (waits) return [lost, say("What you did is kept and will be sent.")].join(" ");
  return lost;
}
