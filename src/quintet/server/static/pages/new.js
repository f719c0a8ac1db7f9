// The form of a new table: one chair for each seat of the variant.

const chairs = document.querySelector(".chairs");

function show() {
  const counts = (chairs instanceof HTMLElement ? chairs.dataset.counts || "2" : "2").split(" ").map(Number);
  const chosen = document.querySelector("[name='option-players']:is(:checked, [type='hidden'])");
  const count = chosen instanceof HTMLInputElement ? Number(chosen.value) : counts[0];
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
  /** @type {NodeListOf<HTMLInputElement>} */
  const options = document.querySelectorAll("input[name^='option-']:checked");
  const chosen = [...options].map(({ name, value }) => [name.replace("option-", ""), value]);
  edit.search = String(new URLSearchParams(chosen));
}

document.addEventListener("change", () => {
  show();
  showEditor();
});
show();
showEditor();

export {};
