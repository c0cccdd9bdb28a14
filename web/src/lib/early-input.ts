/** Input of the user on the prerendered page, to be repeated once the app has taken its place. */
export type EarlyInput = readonly { place: Place; repeat: (element: HTMLElement) => void }[];

/** A control by its name, and anything else by its place: the index of each child below the root, and what it says. */
type Place = { selector: string } | { path: readonly number[]; label: string };

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Parts of a page may render after the rest of it. */
const patienceMs = 10_000;

/** Reads what was typed, chosen, focused and pressed in a prerendered page. */
export function readEarlyInput(root: HTMLElement): EarlyInput {
  const early = window.early;
  const typed = [
    ...root.querySelectorAll<Field>('textarea, input:not([type=file], [type=radio], [type=checkbox])'),
  ]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => repeating(root, field, (found) => enter(found, field.value)));
  const chosen = [...root.querySelectorAll<HTMLSelectElement>('select')]
    .filter(({ options, selectedIndex }) => options[selectedIndex]?.defaultSelected === false)
    .map((field) => repeating(root, field, (found) => choose(found, field.value)));
  const files = [...root.querySelectorAll<HTMLInputElement>('input[type=file]')]
    .filter((field) => field.files?.length)
    .map((field) => repeating(root, field, (found) => hand(found, field.files)));
  const pressed = (early?.clicks ?? [])
    .filter((element) => root.contains(element) && !isTextField(element))
    .map((element) => repeating(root, element, (found) => found.click()));
  return [...typed, ...chosen, ...files, ...readFocus(root), ...pressed];
}

/** Does the same in the app, in the same order, as soon as each element is there. */
export async function repeatEarlyInput(root: HTMLElement, input: EarlyInput): Promise<void> {
  const until = performance.now() + patienceMs;
  for (const { place, repeat } of input) {
    let element = find(root, place);
    while (!element && performance.now() < until) {
      await nextChange(root, until - performance.now());
      element = find(root, place);
    }
    if (element) repeat(element);
    // React renders what an event changed in a microtask of its own.
    await Promise.resolve();
  }
}

/** Resolves when something is added or removed below an element, or when the time is over. */
function nextChange(root: HTMLElement, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(end);
    const timer = setTimeout(end, limitMs);
    observer.observe(root, { childList: true, subtree: true });
    function end(): void {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    }
  });
}

/** Repeats the choice of a file in a dialog that the prerendered page opened before the app took its place. */
export function repeatLateFile(root: HTMLElement, picker: HTMLInputElement): void {
  const element = find(root, locate(root, picker));
  if (element) hand(element, picker.files);
}

function readFocus(root: HTMLElement): EarlyInput {
  const focused = document.activeElement;
  if (!focused || focused === root || !root.contains(focused)) return [];
  const selection = isTextField(focused) ? [focused.selectionStart, focused.selectionEnd] : undefined;
  return [
    repeating(root, focused, (found) => {
      found.focus({ preventScroll: true });
      if (selection && isTextField(found))
        found.setSelectionRange(selection[0] ?? null, selection[1] ?? null);
    }),
  ];
}

function repeating(root: HTMLElement, element: Element, repeat: (element: HTMLElement) => void) {
  return { place: locate(root, element), repeat };
}

/**
 * Enters a text as if it were typed: React overrides the property and listens to the event. A draft that was restored
 * is kept above it.
 */
function enter(field: HTMLElement, text: string): void {
  if (!isTextField(field)) return;
  const whole = field instanceof HTMLTextAreaElement && field.value !== '' ? `${field.value}\n${text}` : text;
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, whole);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function choose(field: HTMLElement, value: string): void {
  if (!(field instanceof HTMLSelectElement)) return;
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function hand(field: HTMLElement, files: FileList | null): void {
  if (!(field instanceof HTMLInputElement)) return;
  field.files = files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function isTextField(element: Element): element is Field {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !['file', 'radio', 'checkbox'].includes(element.type);
}

function locate(root: HTMLElement, element: Element): Place {
  const name = element.getAttribute('name');
  if (name) {
    const value = element.getAttribute('value');
    const isOneOfMany = element instanceof HTMLInputElement && element.type === 'radio' && value !== null;
    const selector = `${element.localName}[name="${CSS.escape(name)}"]`;
    return { selector: isOneOfMany ? `${selector}[value="${CSS.escape(value)}"]` : selector };
  }
  const path: number[] = [];
  for (let child = element; child !== root && child.parentElement; child = child.parentElement)
    path.unshift([...child.parentElement.children].indexOf(child));
  return { path, label: formatLabel(element) };
}

function find(root: HTMLElement, place: Place): HTMLElement | undefined {
  if ('selector' in place) return root.querySelector<HTMLElement>(place.selector) ?? undefined;
  const element = place.path.reduce<Element | undefined>((parent, index) => parent?.children[index], root);
  return element instanceof HTMLElement && formatLabel(element) === place.label ? element : undefined;
}

function formatLabel(element: Element): string {
  return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
}
