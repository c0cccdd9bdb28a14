import { describe, expect, it } from 'vitest';
import { type Entry, findEntries, scoreEntry, sortGroups } from './rank-entries.ts';

const entry = (label: string, words?: string): Entry => ({
  id: label,
  label,
  ...(words && { words }),
  picture: null,
  run: () => undefined,
});

describe('scoreEntry', () => {
  it.each([
    ['Pricing', undefined, 'pricing', 5],
    ['Kling 3.0 Pro', undefined, 'kl', 4],
    ['GPT Image 2 · Edit', undefined, 'gpt image 2', 4.5],
    ['GPT Image 2.5 Flare', undefined, 'gpt image 2', 4],
    ['GPT Image 25', undefined, 'gpt image 2', 4],
    ['Kling 3.0 Pro', undefined, '3.0', 3],
    ['Theme: Dark', 'dark mode, night', 'night', 2],
    ['Theme: Dark', 'dark mode, night', 'dark mode', 2],
    ['主题：深色', '夜间、暗色', '暗色', 2],
    ['Kling 3.0 Pro', undefined, 'pro kling', 1],
    ['Kling 3.0 Pro', undefined, 'veo', 0],
    ['Kling 3.0 Pro', undefined, 'ＫＬＩＮＧ', 4.5],
  ])('%s (%s) fits "%s" by %s', (label, words, text, score) => {
    expect(scoreEntry(entry(label, words), text)).toBe(score);
  });

  it('a text of 2,000 characters fits nothing', () => {
    expect(scoreEntry(entry('Pricing', 'cost, price'), 'b'.repeat(2_000))).toBe(0);
  });
});

it('findEntries returns the best first, and not more than asked for', () => {
  const all = [entry('Wan Kling'), entry('Kling 3.0'), entry('Veo'), entry('Kling')];
  expect(findEntries(all, 'kling', 2).map(({ label }) => label)).toEqual(['Kling', 'Kling 3.0']);
});

it('sortGroups puts the group with the best entry first, and works before what only contains the text', () => {
  const groups = [
    { name: 'works' as const, entries: [entry('A night at sea')] },
    { name: 'models' as const, entries: [] },
    { name: 'pages' as const, entries: [entry('Finding a night')] },
    { name: 'settings' as const, entries: [entry('Night')] },
  ];
  expect(sortGroups(groups, 'night').map(({ name }) => name)).toEqual(['settings', 'pages', 'works']);
  expect(sortGroups(groups, 'igh').map(({ name }) => name)).toEqual(['works', 'pages', 'settings']);
});
