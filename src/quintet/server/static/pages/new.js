// The form of a new table: it offers exactly what can be chosen together.

const form = document.querySelector("form.options, form#setup");
const chairs = document.querySelector(".chairs");

/** What is chosen now, as `name=value`. */
function chosen() {
  /** @type {Map<string, string[]>} */
  const values = new Map();
  if (!(form instanceof HTMLFormElement)) return new Set();
  for (const field of form.elements) {
    const isInput = field instanceof HTMLInputElement;
    if (!isInput && !(field instanceof HTMLSelectElement)) continue;
    if (isInput && ["radio", "checkbox"].includes(field.type) && !field.checked) continue;
    const name = field.name.replace("option-", "");
    if (field.value) values.set(name, [...(values.get(name) ?? []), field.value]);
  }
  return new Set([...values].map(([name, all]) => `${name}=${all.join(",")}`));
}

/** Takes away what the rest excludes; the field goes back to what it had at first. */
function exclude() {
  let now = chosen();
  for (const field of document.querySelectorAll("input[data-not-with]")) {
    if (!(field instanceof HTMLInputElement)) continue;
    const excluded = (field.dataset.notWith ?? "").split(" ").some((pair) => now.has(pair));
    field.disabled = excluded;
    field.closest("label")?.toggleAttribute("hidden", excluded);
    if (!excluded || !field.checked) continue;
    /** @type {NodeListOf<HTMLInputElement>} */
    const others = document.querySelectorAll(`input[name="${field.name}"]:enabled`);
    const first = [...others].find(({ dataset }) => !dataset.notWith) ?? others[0];
    if (first) first.checked = true;
    now = chosen();
  }
  for (const choices of document.querySelectorAll("fieldset:has([data-not-with])")) {
    choices.toggleAttribute("hidden", choices.querySelectorAll("input:enabled").length < 2);
  }
  for (const part of document.querySelectorAll("[data-only-with]")) {
    if (!(part instanceof HTMLElement)) continue;
    const isShown = now.has(part.dataset.onlyWith ?? "");
    part.hidden = !isShown;
    if (part instanceof HTMLFieldSetElement) part.disabled = !isShown;
    for (const box of part.querySelectorAll("input[type='checkbox']")) box.toggleAttribute("disabled", !isShown);
  }
}

function showChairs() {
  const counts = (chairs instanceof HTMLElement ? chairs.dataset.counts || "2" : "2").split(" ").map(Number);
  const players = document.querySelector("[name='option-players']:is(:checked, [type='hidden'])");
  const count = players instanceof HTMLInputElement ? Number(players.value) : counts[0];
  for (const [number, chair] of [...(chairs?.children ?? [])].entries()) {
    chair.toggleAttribute("hidden", number >= count);
    for (const field of chair.querySelectorAll("select, input")) {
      field.toggleAttribute("disabled", number >= count);
    }
  }
  for (const option of document.querySelectorAll("select[name='first'] option")) {
    option.toggleAttribute("hidden", Number(option.getAttribute("value")) >= count);
  }
  for (const line of chairs?.children ?? []) {
    const kind = line.querySelector("select");
    const name = line.querySelector("input");
    if (!kind || !name) continue;
    name.disabled = kind.disabled || kind.value !== "person";
    name.closest("label")?.toggleAttribute("hidden", name.disabled); // only people have names
  }
  const kinds = [...document.querySelectorAll("select[name^='chair-']:enabled")];
  const others = kinds.some((kind) => kind instanceof HTMLSelectElement && kind.value === "open");
  document.getElementById("others")?.toggleAttribute("hidden", !others);
}

/** A position is set up for the variant that is chosen. */
function showEditor() {
  const edit = document.getElementById("edit");
  if (!(edit instanceof HTMLAnchorElement)) return;
  /** @type {Record<string, string>} */
  const options = {};
  for (const field of document.querySelectorAll("input[name^='option-']:checked:enabled")) {
    if (!(field instanceof HTMLInputElement)) continue;
    const name = field.name.replace("option-", "");
    options[name] = name in options ? `${options[name]},${field.value}` : field.value;
  }
  edit.search = String(new URLSearchParams(options));
}

function show() {
  exclude();
  showChairs();
  showEditor();
}

document.addEventListener("change", show);
show();

export {};
