// Dialogs of a page.

/** Opens one by its id. @param {string} id */
export function open(id) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
