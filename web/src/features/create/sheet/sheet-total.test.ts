import { getKind, parseInput } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { initialValues } from '../form-values.ts';
import { checkSheet } from './check-sheet.ts';
import { expand, type SheetBase, type SheetValues } from './expand.ts';

const kinds = ['flux-schnell', 'flux-dev', 'sd35'].map(getKind);
const [kind = expect.fail('There is no kind')] = kinds;
const base: SheetBase = { kind, kinds, values: initialValues(kind, {}), rolled: [11, 22, 33] };

/** The same numbers on every run: a linear congruence. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (1_664_525 * state + 1_013_904_223) % 4_294_967_296;
    return Math.floor((below * state) / 4_294_967_296);
  };
}

const some = <T>(below: (most: number) => number, all: readonly T[]): T[] => {
  const chosen = all.filter(() => below(2) === 0);
  return chosen.length > 0 ? chosen : all.slice(0, 1);
};

it('a sheet asks for what its lines cost where they are priced again, over 1,000 random sheets', () => {
  const below = seeded(17);
  for (let count = 0; count < 1_000; count += 1) {
    const sheet: SheetValues = {
      source: 'prompts',
      csv: '',
      seeds: '',
      removed: [],
      keptFirst: undefined,
      leavesOutBad: false,
      leavesOutDuplicates: below(2) === 0,
      prompts: some(below, ['a {red|blue} hat', 'a coat', 'a hat']).join('\n'),
      kindIds: some(below, kinds).map(({ id }) => id),
      takes: 1 + below(3),
      choices: { num_images: some(below, [1, 2, 3, 4]), image_size: some(below, ['square', 'square_hd']) },
    };
    const { total, toSend = expect.fail('It cannot be sent') } = checkSheet(expand(sheet, base), undefined);
    const costs = toSend.map((line) => {
      const parsed = parseInput(getKind(line.kind), line.input);
      return parsed.ok ? getKind(line.kind).price(parsed.input).costCredits : expect.fail('It is not valid');
    });
    expect(total).toBe(costs.reduce((sum, cost) => sum + cost, 0));
  }
});
