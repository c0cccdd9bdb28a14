import { defaultInput, findPricedText, getKind, kinds } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { clipLengths, type PriceRow, priceGroups } from './price-rows.build.ts';
import { isFound, nextSorting, orderGroups, pickVersion, sortRows } from './price-rows.ts';

const findGroup = (id: string) => priceGroups.find((group) => group.id === id);
const getRow = (kindId: string): PriceRow => {
  const row = priceGroups.flatMap(({ rows }) => rows).find((each) => each.kinds.includes(kindId));
  if (!row) throw new Error(`The list has no ${kindId}`);
  return row;
};

describe('the list of prices', () => {
  it('has every kind in one row, and opens its form at a price of the row', () => {
    const rows = priceGroups.flatMap((group) => group.rows);
    expect(rows.flatMap((row) => row.kinds).toSorted()).toEqual(kinds.map(({ id }) => id).toSorted());
    for (const { id, versions } of rows)
      for (const { settings, credits, cells } of versions) {
        expect(getKind(id).price({ ...defaultInput(getKind(id)), ...settings }).costCredits, id).toBe(
          credits,
        );
        const prices = cells.filter((cell) => typeof cell === 'number');
        // A form without a text costs at most what the shortest text does.
        if (findPricedText(getKind(id))) expect(credits, id).toBeLessThanOrEqual(Math.min(...prices));
        else expect(prices, id).toContain(credits);
      }
  });

  it('has every cell of one length at the price that each kind of the row charges', () => {
    for (const { columns, rows } of priceGroups)
      for (const { kinds: ids, versions } of rows)
        for (const { settings, cells } of versions)
          for (const [index, cell] of cells.entries()) {
            const size = columns[index];
            const field = Object.keys(settings).find((name) => ['resolution', 'max_size'].includes(name));
            if (typeof cell !== 'number' || size === 'sound' || !field) continue;
            for (const id of ids)
              expect(
                getKind(id).price({ ...defaultInput(getKind(id)), ...settings, [field]: size }).costCredits,
                `${id} ${size}`,
              ).toBe(cell);
          }
  });

  it('takes the nearest length that a model has, and prices sound apart where it costs more', () => {
    const { cells, seconds, settings } = pickVersion(getRow('veo3-1-fast'), clipLengths.indexOf(5));
    expect([seconds, ...cells]).toEqual([6, null, 300, 300, null, 450]);
    expect(settings).toEqual({ duration: 6, generate_audio: false, resolution: '720p' });
    expect(pickVersion(getRow('veo3-1-fast'), clipLengths.indexOf(15)).seconds).toBe(8);
    expect(pickVersion(getRow('ltx-2-3-fast'), 0).cells.at(-1)).toBe('included');
    expect(pickVersion(getRow('vace'), 0).seconds).toBeUndefined();
  });

  it('merges the kinds of a model at the same prices, and no others', () => {
    expect(getRow('wan-v2-6-image-to-video').id).toBe('wan-v2-6-text-to-video');
    expect(getRow('ltx-2-3-fast-image-to-video').id).toBe('ltx-2-3-fast-image-to-video');
  });

  it('shows a resolution without a column in the one below, with its name', () => {
    const row = getRow('hailuo-2-3-standard-text-to-video');
    expect([row.resolution, ...pickVersion(row, 0).cells]).toEqual(['768p', null, 140, null, null, null]);
  });

  it('has the price of a kind whose source decides the size for every size', () => {
    const row = getRow('veed-remove-background-video');
    expect([row.isEach, ...pickVersion(row, 0).cells]).toEqual([true, 60, null, null, null, null]);
  });

  it('begins with the group of the kind that the user came from', () => {
    const listIds = (kindId?: string) => orderGroups(priceGroups, kindId).map(({ id }) => id);
    expect(listIds()).toEqual(['moving', 'still', 'other']);
    expect(listIds('video-to-audio')).toEqual(['other', 'moving', 'still']);
  });
});

describe('sorting', () => {
  const rows = findGroup('moving')?.rows ?? [];

  it('puts models without a figure last in both orders', () => {
    for (const order of ['ascending', 'descending'] as const) {
      const cells = sortRows(rows, 0, { key: 2, order }).map((row) => pickVersion(row, 0).cells[2]);
      const prices = cells.filter((cell) => cell !== null);
      expect(cells.slice(0, prices.length)).toEqual(prices);
      const sorted = prices.toSorted((a, b) => Number(a) - Number(b));
      expect(prices).toEqual(order === 'ascending' ? sorted : sorted.toReversed());
    }
  });

  it('begins with the best figure, turns round, and ends in the order of the menu', () => {
    const first = nextSorting(undefined, 1);
    expect(first).toEqual({ key: 1, order: 'ascending' });
    expect(nextSorting(first, 1)).toEqual({ key: 1, order: 'descending' });
    expect(nextSorting({ key: 1, order: 'descending' }, 1)).toBeUndefined();
    expect(nextSorting(first, 'buys')).toEqual({ key: 'buys', order: 'descending' });
    expect(sortRows(rows, 0, undefined)).toBe(rows);
    const [most] = sortRows(rows, 0, { key: 'buys', order: 'descending' });
    expect(most && pickVersion(most, 0).credits).toBe(
      Math.min(...rows.map((row) => pickVersion(row, 0).credits)),
    );
  });
});

it('a search finds rows that have all of its words', () => {
  expect(isFound('', ['Kling 3.0 Pro'])).toBe(true);
  expect(isFound('pro KLING', ['Kling 3.0 Pro', 'Kuaishou'])).toBe(true);
  expect(isFound('kling veo', ['Kling 3.0 Pro'])).toBe(false);
});
