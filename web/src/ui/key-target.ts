/** Whether a key is meant for something else than the page: a field, a menu, or what lies above the page. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [popover]:popover-open:not([role="status"])')) return true;
  const field = 'input:not([type="checkbox"], [type="range"]), textarea, select, [role="menu"]';
  return target instanceof Element && target.closest(field) !== null;
}
