// Addresses to give to others, who may not reach the one in this browser's address bar.

/** @param {string} url @returns {string} */
export function addressForOthers(url) {
  return new URL(url, document.body.dataset.share || location.href).href;
}
