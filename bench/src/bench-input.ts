import { getKind, type KindInput, parseInput } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';

export const benchKind = getKind('text-to-video');

/** Submitted by every bench user: the kind's first example. */
export const benchInput: KindInput = parseExample();

function parseExample(): KindInput {
  const parsed = parseInput(benchKind, listExamples(benchKind)[0]?.input ?? {});
  if (!parsed.ok) throw new Error(`The first example of ${benchKind.id} is not valid`);
  return parsed.input;
}
