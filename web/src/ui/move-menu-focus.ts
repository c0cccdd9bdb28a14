const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves focus among a menu's items by a key; says whether the key was one of a menu's. */
export function moveMenuFocus(menu: HTMLElement, key: string): boolean {
  const step = steps[key];
  const items = [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  if (!step || items.length === 0) return false;
  const index = items.indexOf(document.activeElement as HTMLElement);
  items[step(index, items.length)]?.focus();
  return true;
}
