import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

type Focus = {
  what: string;
  /** Whether nothing but the page itself has the focus. */
  isPage: boolean;
  /** The same for the same element, until the page is left. */
  number: number;
  /** How the keyboard gets from there to what is wanted. */
  way: 'there' | 'menu' | 'grid' | 'tab';
  faults: string[];
};

declare global {
  interface Window {
    focusNumbers?: WeakMap<Element, number>;
    focusSelectors?: string[];
  }
}

/** Most steps with Tab around a page, or to any control of it. */
const mostSteps = 300;

/** Reads what has the focus. It has to be marked, and at least partly in sight (WCAG 2.4.7 and 2.4.11). */
async function readFocus(page: Page, wanted: ElementHandle | null = null): Promise<Focus> {
  const focus = await page.evaluate(inspectFocus, wanted as ElementHandle<Element>).catch(forgiveLeaving);
  if (focus.faults.length === 0) return focus;
  // Colours that fade in, and what is scrolled into sight, need a frame.
  await page.evaluate(waitForFrames).catch(forgiveLeaving);
  return page.evaluate(inspectFocus, wanted as ElementHandle<Element>).catch(forgiveLeaving);
}

/** Goes once around a page with Tab, and returns what has the focus on the way and what is wrong with it. */
export async function walkByTab(page: Page): Promise<{ stops: string[]; faults: string[] }> {
  const stops: string[] = [];
  const faults = new Set<string>();
  const numbers: number[] = [];
  while (stops.length < mostSteps) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page);
    if (focus.isPage || focus.number === numbers[0]) return { stops, faults: [...faults] };
    // A date has parts of its own, which Tab goes through.
    if (numbers.includes(focus.number) && !/type="date"/.test(focus.what))
      faults.add(`${focus.what}: Tab does not lead on from here`);
    for (const fault of focus.faults) faults.add(fault);
    if (faults.size > 20) break;
    stops.push(focus.what);
    numbers.push(focus.number);
  }
  return { stops, faults: [...faults, `Tab leads ${stops.length} times to something, and not to the end`] };
}

/** Does what a user does without a pointer. Whatever has the focus on the way has to be seen. */
export class Keyboard {
  readonly page: Page;
  readonly faults = new Set<string>();
  readonly keys: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses keys, each with its modifiers. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      if (this.keys.at(-1) !== key) this.keys.push(key);
      await this.page.keyboard.press(key);
    }
    await this.#look();
  }

  async type(text: string): Promise<void> {
    this.keys.push('text');
    await this.page.keyboard.type(text);
    await this.#look();
  }

  /** Leaves out the menu of the site, as its first link does. */
  async skip(): Promise<void> {
    await this.press('Tab');
    await expect(this.page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await this.press('Enter');
  }

  /** Goes to a control with Tab, in a menu and between tiles with the arrows. */
  async reach(control: Locator, key = 'Tab'): Promise<void> {
    await expect(control).toBeVisible();
    const element = await control.elementHandle();
    for (let step = 0; step < mostSteps; step += 1) {
      const { way } = await this.#look(element);
      if (way === 'there') return;
      const next = way === 'menu' ? 'ArrowDown' : way === 'grid' ? 'ArrowRight' : key;
      if (this.keys.at(-1) !== next) this.keys.push(next);
      await this.page.keyboard.press(next);
    }
    throw new Error(`The keyboard does not reach ${control}`);
  }

  async choose(control: Locator, key = 'Enter'): Promise<void> {
    await this.reach(control);
    await this.press(key);
  }

  async #look(wanted: ElementHandle | null = null): Promise<Focus> {
    const focus = await readFocus(this.page, wanted);
    for (const fault of focus.faults) this.faults.add(fault);
    return focus;
  }
}

/** A press may have led to another page. */
function forgiveLeaving(error: Error): Focus {
  if (!error.message.includes('navigation')) throw error;
  return { what: 'the page', isPage: true, number: -1, way: 'tab', faults: [] };
}

async function waitForFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Runs inside the page. */
function inspectFocus(wanted: Element | null): Focus {
  const element = document.activeElement;
  const way = findWay();
  if (!(element instanceof HTMLElement) || element === document.body)
    return { what: 'the page', isPage: true, number: -1, way, faults: [] };
  const numbers = window.focusNumbers ?? new WeakMap<Element, number>();
  window.focusNumbers = numbers;
  const known = numbers.get(element);
  const number = known ?? Math.floor(performance.now() * 1000);
  if (known === undefined) numbers.set(element, number);
  const label = element.ariaLabel ?? element.closest('label')?.textContent ?? element.textContent;
  const text = label.trim().replaceAll(/\s+/g, ' ').slice(0, 50);
  const type = element instanceof HTMLInputElement ? ` type="${element.type}"` : '';
  const what = `<${element.localName}${type} class="${element.className.slice(0, 40)}"> ${text}`;
  // Where the focus is put by a script, to be read from there, nothing is pressed.
  if (element.tabIndex < 0 && !element.matches('a, button, input, [role]'))
    return { what, isPage: false, number, way, faults: [] };
  const faults: string[] = [];
  if (!isMarked(element)) faults.push(`${what} has the focus and no mark`);
  const cover = findCover(element);
  if (cover) faults.push(`${what} has the focus and is ${cover}`);
  return { what, isPage: false, number, way, faults };

  function findWay(): Focus['way'] {
    if (!(wanted instanceof HTMLElement)) return 'tab';
    if (wanted === element) return 'there';
    if (wanted.role?.startsWith('menuitem')) return 'menu';
    // One tile of a grid has the focus, and the arrows lead to the others.
    return wanted.tabIndex === -1 && element?.closest('main article') ? 'grid' : 'tab';
  }

  function hasOutline(node: Element, pseudo?: string): boolean {
    const { outlineStyle, outlineWidth, outlineColor, content } = getComputedStyle(node, pseudo);
    const isTransparent = /^rgba\(.*, 0\)$|^transparent$/.test(outlineColor);
    return (
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !isTransparent && content !== 'none'
    );
  }

  function isMarked(node: HTMLElement): boolean {
    const box = node.getBoundingClientRect();
    const isSeen = box.width > 3 && box.height > 3 && getComputedStyle(node).opacity !== '0';
    if (isSeen && hasOutline(node)) return true;
    if (hasOutline(node, '::after') || hasOutline(node, '::before')) return true;
    // A text field without an outline has its caret, and its list the entry that Enter takes.
    if (node.matches('[role=combobox][aria-expanded=true]')) return true;
    // The browser marks the part of a date that has it.
    if (node.matches('[type=date]')) return true;
    // A menu has the focus as a whole until its items are there.
    if (node.matches('[role=menu]')) return true;
    window.focusSelectors ??= [...document.styleSheets].flatMap((sheet) =>
      listFocusSelectors(sheet.cssRules, ''),
    );
    const selectors = window.focusSelectors;
    for (let box = node.parentElement, depth = 0; box && depth < 4; box = box.parentElement, depth += 1) {
      const around = box;
      if (hasOutline(around) && selectors.some((selector) => around.matches(selector))) return true;
    }
    return false;
  }

  /** Selectors of an outline that something inside brings with its focus. */
  function listFocusSelectors(rules: CSSRuleList, outer: string): string[] {
    return [...rules].flatMap((rule) => {
      const own =
        rule instanceof CSSStyleRule ? rule.selectorText.replaceAll('&', `:is(${outer || ':root'})`) : outer;
      const inner = 'cssRules' in rule ? listFocusSelectors(rule.cssRules as CSSRuleList, own) : [];
      const isFocus = /focus/.test(own) && !/::/.test(own) && /outline/.test(rule.cssText);
      return isFocus && rule instanceof CSSStyleRule ? [own, ...inner] : inner;
    });
  }

  /** Finds a bar in front of all of it, or says that it is outside of the window. */
  function findCover(node: HTMLElement): string | undefined {
    const own = node.getBoundingClientRect();
    const shown = own.width > 3 && own.height > 3 ? node : (node.closest('label') ?? node);
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const box = {
      left: Math.max(left, 0),
      right: Math.min(right, document.documentElement.clientWidth),
      top: Math.max(top, 0),
      bottom: Math.min(bottom, window.innerHeight),
    };
    if (box.right - box.left < 2 || box.bottom - box.top < 2)
      return `outside of the window (${[left, top, right, bottom].map(Math.round).join(' ')})`;
    let cover: Element | null = null;
    let seen = 0;
    for (const x of [0.1, 0.5, 0.9])
      for (const y of [0.1, 0.5, 0.9]) {
        const hit = document.elementFromPoint(
          box.left + (box.right - box.left) * x,
          box.top + (box.bottom - box.top) * y,
        );
        const isOwn =
          hit && (hit.contains(shown) || shown.contains(hit) || hit.closest('label')?.contains(node));
        const layer = hit?.closest('.fixed, .sticky, dialog, [popover], header, nav');
        // Something in the same box, such as the picture of a tile above its link, is a part of it.
        if (isOwn || !layer || layer.contains(shown)) seen += 1;
        else cover = layer;
      }
    if (seen > 0) return undefined;
    return `covered by <${cover?.localName} class="${cover?.className.slice(0, 60)}">`;
  }
}
