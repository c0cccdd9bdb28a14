import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTooltips } from './tooltips.ts';

/** Enough of the DOM for the listeners: a root that dispatches to them, and controls with their parts. */
class Part extends EventTarget {
  dataset: Record<string, string> = {};
  readonly parts: Part[];
  constructor(...parts: Part[]) {
    super();
    this.parts = parts;
  }
  contains(other: Part): boolean {
    return other === this || this.parts.some((part) => part.contains(other));
  }
  closest(): Part {
    return this;
  }
}

let root: Part;

beforeEach(() => {
  vi.stubGlobal('Element', Part);
  vi.stubGlobal('Node', Part);
  root = new Part();
  startTooltips(root as unknown as HTMLElement);
});
afterEach(() => vi.unstubAllGlobals());

function send(type: string, values: object): string | undefined {
  root.dispatchEvent(Object.defineProperties(new Event(type), toDescriptors(values)));
  return root.dataset.tips;
}

function toDescriptors(values: object): PropertyDescriptorMap {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { get: () => value }]));
}

describe('tooltips', () => {
  it('appear under the pointer, but not on what was just pressed until the pointer has left it', () => {
    const icon = new Part();
    const button = new Part(icon);
    expect(send('pointermove', { target: icon })).toBe('hover');
    expect(send('pointerdown', { target: button })).toBe('none');
    expect(send('pointermove', { target: icon })).toBe('none');
    expect(send('pointermove', { target: new Part() })).toBe('hover');
    expect(send('pointermove', { target: icon })).toBe('hover');
  });

  it('appear on focus that came with Tab, not on focus that a dialog has set', () => {
    expect(send('keydown', { key: 'Tab' })).toBe('focus');
    expect(send('keydown', { key: '?' })).toBe('none');
    expect(send('keydown', { key: 'Enter' })).toBe('none');
  });
});
