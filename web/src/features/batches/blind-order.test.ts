import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { blindOrder, choosableSets, groupIntoSets, isToBeChosen, withoutNames } from './blind-order.ts';

const models = ['a', 'b', 'c', 'd'];

/** Makes a batch as the server does: ids count up in the order of the lines, where the models take turns. */
function makeBatch(index: number) {
  const at = (1_790_000_000_000 + index * 7_919).toString(16).padStart(12, '0');
  const toId = (line: number) =>
    `${at.slice(0, 8)}-${at.slice(8)}-7${line.toString(16).padStart(3, '0')}-8000-${(index * 97 + line).toString(16).padStart(12, '0')}`;
  const generations = models.map((model, line) =>
    sampleGeneration({ id: toId(line), model, batch_line: line + 1 }),
  );
  return { id: toId(4_000), generations };
}

/** The statistic that says how far counts are from being the same, over the cells. */
function chiSquare(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('the order of a blind choice', () => {
  it('is independent of the model, over many batches', () => {
    const batches = 20_000;
    const counts = models.map(() => models.map(() => 0));
    const pairs = new Map<string, number>();
    for (let index = 0; index < batches; index += 1) {
      const { id, generations } = makeBatch(index);
      const order = blindOrder(generations, id).map(({ model }) => models.indexOf(model));
      for (const [place, model] of order.entries()) {
        const row = counts[place];
        if (row) row[model] = (row[model] ?? 0) + 1;
      }
      pairs.set(order.join(''), (pairs.get(order.join('')) ?? 0) + 1);
    }
    // Both would be higher once in a thousand times by chance alone; the ids are fixed, so this is one draw for ever.
    expect(chiSquare(counts.flat(), batches / 4)).toBeLessThan(27.88);
    expect(pairs.size).toBe(24);
    expect(chiSquare([...pairs.values()], batches / 24)).toBeLessThan(49.73);
  });

  it('is the same again, whatever order the generations come in', () => {
    const { id, generations } = makeBatch(7);
    const ids = blindOrder(generations, id).map((generation) => generation.id);
    expect(blindOrder(generations.toReversed(), id).map((generation) => generation.id)).toEqual(ids);
  });
});

describe('the sets of a batch', () => {
  const output = {
    id: 'o',
    url: '/media/o.mp4',
    poster_url: null,
    placeholder: null,
    content_type: 'video/mp4',
    bytes: 1,
    width: 16,
    height: 9,
    duration_seconds: 5,
    fps: 24,
    text: null,
    is_flagged: false,
    original_url: null,
  };
  const generation = (set: number, line: number, given: Parameters<typeof sampleGeneration>[0] = {}) =>
    sampleGeneration({
      id: `r${line}`,
      batch_set: set,
      batch_line: line,
      status: 'completed',
      outputs: [output],
      ...given,
    });
  const failed = { status: 'failed' as const, outputs: [] };

  it('are its ideas in order, each with its lines', () => {
    const sets = groupIntoSets([generation(2, 3), generation(1, 1), generation(2, 4), generation(1, 2)]);
    expect(sets.map(({ set, generations }) => [set, generations.map(({ id }) => id)])).toEqual([
      [1, ['r1', 'r2']],
      [2, ['r3', 'r4']],
    ]);
  });

  it('are chosen from when nothing of them is on its way and there are two results', () => {
    const sets = groupIntoSets([
      generation(1, 1),
      generation(1, 2),
      generation(1, 3, failed),
      generation(2, 4),
      generation(2, 5, { status: 'processing', outputs: [] }),
      generation(3, 6),
      generation(3, 7, failed),
    ]);
    expect(choosableSets(sets).map(({ set, generations }) => [set, generations.map(({ id }) => id)])).toEqual(
      [[1, ['r1', 'r2']]],
    );
  });

  it('show no names while results of several models are there or on their way, until one is picked', () => {
    const running = { status: 'processing' as const, outputs: [] };
    const isNameless = (...generations: ReturnType<typeof generation>[]) =>
      isToBeChosen({ set: 1, generations }, undefined);
    const [a, b] = [generation(1, 1, { model: 'a' }), generation(1, 2, { model: 'b' })];
    expect(isNameless(a, b)).toBe(true);
    expect(isNameless(a, generation(1, 2, { model: 'b', ...running }))).toBe(true);
    expect(isNameless(a, generation(1, 2, { model: 'a' }))).toBe(false);
    expect(isNameless(a, generation(1, 2, { model: 'b', ...failed }))).toBe(false);
    expect(isToBeChosen({ set: 1, generations: [a, b] }, 'r1')).toBe(false);
  });

  it('without names are in the order of the blind choice, with what has failed at the end', () => {
    const generations = [1, 2, 3, 4, 5, 6].map((line) => generation(1, line, line === 2 ? failed : {}));
    const ids = (each: readonly (typeof generations)[number][]) => each.map(({ id }) => id);
    const results = generations.filter(({ id }) => id !== 'r2');
    const shown = withoutNames({ set: 1, generations }, 'some batch').generations;
    expect(ids(shown)).toEqual([...ids(blindOrder(results, 'some batch')), 'r2']);
  });
});
