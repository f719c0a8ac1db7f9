// Loaded before anything is painted, so that no page flashes in the wrong theme.
try {
  const chosen = JSON.parse(localStorage.getItem("quintet.settings") || "{}");
  for (const name of ["theme", "contrast", "motion"]) {
    if (chosen[name] && chosen[name] !== "auto") document.documentElement.dataset[name] = chosen[name];
  }
} catch {
  // Without storage the device's own theme is used.
}
