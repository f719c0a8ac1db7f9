// What the players have agreed on, wherever the page shows it.

/** @typedef {import("../lib/types.js").PresentView} View */

/** @param {View} view */
export function showAgreements({ agreements }) {
  for (const list of document.querySelectorAll("[data-agreements]")) {
    const isHouse = list.getAttribute("data-agreements") === "house";
    const wanted = agreements.filter(({ house_rule: rule }) => Boolean(rule) === isHouse);
    list.replaceChildren(...wanted.map(({ said, house_rule: rule }) => {
      const item = document.createElement("li");
      item.textContent = said;
      if (rule) {
        const id = document.createElement("span");
        id.className = "soft";
        id.textContent = rule;
        item.append(" ", id);
      }
      return item;
    }));
  }
}
