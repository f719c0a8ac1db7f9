// Which keys step through moves.

/** @typedef {"first" | "back" | "on" | "last"} Way */
/** @typedef {"page" | "board" | "field"} Place where a key is pressed */

/**
 * Where a key steps to. The board has its own uses of these keys, so that stepping takes Ctrl there.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "shiftKey" | "altKey" | "metaKey">} event
 * @param {Place} place @param {boolean} [isRtl]
 * @returns {Way | undefined}
 */
export function wayOf({ key, ctrlKey, shiftKey, altKey, metaKey }, place, isRtl = false) {
  if (place === "field" || shiftKey || altKey || metaKey) return undefined;
  if (place === "board" && !ctrlKey) return undefined;
  if (key === "Home") return "first";
  if (key === "End") return "last";
  if (key === "ArrowLeft") return isRtl ? "on" : "back";
  if (key === "ArrowRight") return isRtl ? "back" : "on";
  return undefined;
}
