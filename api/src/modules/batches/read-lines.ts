import { findKind, type Kind, type KindInput, parseInput } from '@atelier/catalog';
import type { Adjustment } from '@atelier/catalog/server';
import { type BatchPriceReply, type CreateBatchBody, uploadFieldsOf } from '@atelier/contract';

/** A line that can be submitted. `line` and `set` count from 1; `duplicateOf` is the first line that asks for the same. */
export type BatchLine = {
  line: number;
  set: number;
  kind: Kind;
  input: KindInput;
  adjustments: readonly Adjustment[];
  costCredits: number;
  duplicateOf: number | null;
};
export type LineProblem = BatchPriceReply['problems'][number];

export type ReadLines = { lines: BatchLine[]; problems: LineProblem[] };

/** Reads every line as the creation call of its kind does, and reports all problems of all of them. */
export function readLines(given: CreateBatchBody['lines']): ReadLines {
  const lines: BatchLine[] = [];
  const problems: LineProblem[] = [];
  const sets = new Map<string, number>();
  const firsts = new Map<string, number>();
  for (const [index, { kind: kindId, input: raw }] of given.entries()) {
    const line = index + 1;
    const kind = findKind(kindId);
    if (!kind) {
      problems.push({ line, path: 'kind', code: 'unknown_kind', message: 'There is no such model' });
      continue;
    }
    const parsed = parseInput(kind, raw);
    if (!parsed.ok) {
      problems.push(...parsed.issues.map(({ path, code, message }) => ({ line, path, code, message })));
      continue;
    }
    const { input, adjustments } = parsed;
    const same = JSON.stringify([kind.id, input]);
    lines.push({
      line,
      set: numberOf(sets, ideaOf(kind, input), sets.size + 1),
      kind,
      input,
      adjustments,
      costCredits: kind.price(input).costCredits,
      duplicateOf: firsts.get(same) ?? null,
    });
    numberOf(firsts, same, line);
  }
  return { lines, problems };
}

/** What lines of one set have in common: medium, prompt and files. */
function ideaOf(kind: Kind, input: KindInput): string {
  const files = uploadFieldsOf(kind).map(({ name }) => input[name] ?? null);
  return JSON.stringify([kind.medium, kind.columns(input).prompt ?? input.prompt ?? '', files]);
}

function numberOf(numbers: Map<string, number>, key: string, next: number): number {
  const known = numbers.get(key) ?? next;
  numbers.set(key, known);
  return known;
}
