import { maxLibraryIds } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import {
  cut,
  isWholePage,
  nothingSelected,
  pageToggled,
  type Selection,
  toggled,
  updated,
  withoutDeleted,
} from './selection.ts';

const makePage = (...ids: string[]) =>
  ids.map((id) => sampleGeneration({ id, medium: 'image', status: 'completed' }));
const listIds = ({ generations }: Selection) => [...generations.keys()].sort().join('');
const first = makePage('a', 'b', 'c', 'd');
const second = makePage('e', 'f');

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
    const newer = makePage('a', 'b').map((generation) => ({ ...generation, is_favorite: true }));
    const next = updated(selection, newer);
    expect([listIds(next), next.generations.get('a')?.is_favorite]).toEqual(['a', true]);
  });

  it('never has a running generation, which does not keep the rest from being all of a page', () => {
    const running = sampleGeneration({ id: 'r', status: 'processing' });
    const page = [running, ...first];
    expect(listIds(toggled(nothingSelected, page, 'r', false))).toBe('');
    expect(listIds(toggled(toggled(nothingSelected, page, 'a', false), page, 'r', true))).toBe('a');
    const whole = pageToggled(nothingSelected, page);
    expect([listIds(whole), isWholePage(whole, page)]).toEqual(['abcd', true]);
  });

  it('loses generations that have been deleted, and is the same when none of it was', () => {
    const selection = pageToggled(nothingSelected, first);
    expect(listIds(withoutDeleted(selection, new Set(['b', 'z'])))).toBe('acd');
    expect(withoutDeleted(selection, new Set(['z']))).toBe(selection);
  });

  it('is cut to what one call changes, and stays in its mode', () => {
    const many = makePage(...Array.from({ length: maxLibraryIds + 1 }, (_, at) => String(at)));
    const selection = { ...pageToggled(nothingSelected, many), isOn: true };
    const kept = cut(selection);
    expect([kept.generations.size, kept.generations.has('0'), kept.isOn]).toEqual([
      maxLibraryIds,
      true,
      true,
    ]);
    expect(cut(kept)).toBe(kept);
  });
});
