/**
 * Whether a key belongs to an input method, which uses Enter to accept a candidate, arrows to choose one and Escape to give
 * up. Safari sends that Enter after the end of the composition, and only its key code is then that of input methods.
 */
function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/**
 * Keeps the keys of a composition from every handler of the app: none buys, closes or chooses anything while a text is being
 * composed. It receives them before any other listener, so it has to be the first one, and no handler asks again.
 */
export function guardComposition(): void {
  const keep = (event: KeyboardEvent) => {
    if (!isComposing(event)) return;
    event.stopImmediatePropagation();
    // The browser closes dialogs and menus automatically; the input method has taken the key before.
    if (event.key === 'Escape') event.preventDefault();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    addEventListener(type, keep, { capture: true });
}
