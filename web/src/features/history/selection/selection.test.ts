import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { isWholePage, nothingSelected, pageToggled, type Selection, toggled, updated } from './selection.ts';

const renderPage = (...ids: string[]) => ids.map((id) => sampleGeneration({ id, medium: 'image' }));
const listIds = ({ generations }: Selection) => [...generations.keys()].sort().join('');
const first = renderPage('a', 'b', 'c', 'd');
const second = renderPage('e', 'f');

describe('the selection of a history', () => {
  it('keeps what was selected on other pages', () => {
    const selection = toggled(toggled(nothingSelected, first, 'b', false), second, 'e', false);
    expect(listIds(selection)).toBe('be');
    expect(listIds(toggled(selection, second, 'e', false))).toBe('b');
  });

  it('selects and deselects a range from the last toggled image, in both directions', () => {
    const one = toggled(nothingSelected, first, 'c', false);
    const upwards = toggled(one, first, 'a', true);
    expect(listIds(upwards)).toBe('abc');
    expect(listIds(toggled(toggled(upwards, first, 'a', false), first, 'b', true))).toBe('c');
  });

  it('does not start a range on another page', () => {
    const selection = toggled(toggled(nothingSelected, first, 'a', false), second, 'f', true);
    expect(listIds(selection)).toBe('af');
  });

  it('selects a whole page, and deselects it when all of it is selected', () => {
    const some = toggled(toggled(nothingSelected, second, 'f', false), first, 'c', false);
    const whole = pageToggled(some, first);
    expect([listIds(whole), isWholePage(whole, first)]).toEqual(['abcdf', true]);
    expect(listIds(pageToggled(whole, first))).toBe('f');
    expect(isWholePage(nothingSelected, [])).toBe(false);
  });

  it('takes over newer revisions of what is selected, and nothing else', () => {
    const selection = toggled(nothingSelected, first, 'a', false);
    const newer = renderPage('a', 'b').map((generation) => ({ ...generation, is_favorite: true }));
    const next = updated(selection, newer);
    expect([listIds(next), next.generations.get('a')?.is_favorite]).toEqual(['a', true]);
  });
});
