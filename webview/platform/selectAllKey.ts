/**
 * The browser selects the text of a field at once. VS Code, where it hears of the key, does so once more a moment later,
 * and what was typed meanwhile would be selected and replaced by the next letter.
 */
export function keepSelectAllInFields(): void {
  document.addEventListener('keydown', (event) => {
    const [target] = event.composedPath();
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && isSelectAll(event)) event.stopPropagation();
  });
}

function isSelectAll({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
