import { cheaperInputs } from './cheaper-inputs.ts';
import type { Kind, KindInput } from './define-kind.ts';
import { parseInput } from './parse-input.ts';

/** Another kind that can use the input of the first, and its price. */
export type KindInReach = { kind: Kind; input: KindInput; costCredits: number };

/** Input of the form, and the most that may be spent on it. */
type Reach = { kind: Kind; input: KindInput; maxCredits: number; limit?: number };

/**
 * Lists the kinds that cost at most `maxCredits` with the same prompt, files and settings, most expensive first. Settings
 * that a kind lacks are left out; settings that make it too expensive get their closest cheaper value. A kind that cannot
 * use one of the files, or needs another, is left out, and so is one that has no equal.
 */
export function kindsInReach(
  kinds: readonly Kind[],
  { kind, input, maxCredits, limit = 2 }: Reach,
): KindInReach[] {
  return kinds
    .filter((other) => other.medium === kind.medium && other.id !== kind.id && !other.hasNoEqual)
    .filter((other) => takesFiles(other, kind, input))
    .flatMap((other) => {
      const carried = inputFor(other, input);
      if (!carried) return [];
      const costCredits = other.price(carried).costCredits;
      if (costCredits <= maxCredits) return [{ kind: other, input: carried, costCredits }];
      const [cheaper] = cheaperInputs(other, carried, maxCredits, 1);
      return cheaper
        ? [{ kind: other, input: { ...carried, ...cheaper.changes }, costCredits: cheaper.costCredits }]
        : [];
    })
    .sort((a, b) => b.costCredits - a.costCredits)
    .slice(0, limit);
}

/**
 * Lists those of the kinds in reach that may make the same in place of the first: from the same words, which a kind without
 * words, such as an enlargement, does not have.
 */
export function standInsInReach(kinds: readonly Kind[], { limit = 2, ...reach }: Reach): KindInReach[] {
  const { kind, input } = reach;
  if (kind.hasNoEqual || typeof input.prompt !== 'string' || input.prompt === '') return [];
  return kindsInReach(kinds, { ...reach, limit: kinds.length })
    .filter((each) => each.input.prompt === input.prompt)
    .slice(0, limit);
}

/** Whether every file of the input has its field in the other kind. */
function takesFiles(other: Kind, kind: Kind, input: KindInput): boolean {
  return Object.entries(kind.fields).every(([name, { widget }]) => {
    const value = input[name];
    const isFilled = Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
    return widget.type !== 'upload' || !isFilled || other.fields[name]?.widget.type === 'upload';
  });
}

/** Converts an input to another kind; undefined when that needs more. Sliders are tuned to a model and left out. */
function inputFor(other: Kind, input: KindInput): KindInput | undefined {
  const kept = Object.entries(input).filter(([name, value]) => {
    const field = other.fields[name];
    return field && field.widget.type !== 'slider' && field.check(name, value).ok;
  });
  const parsed = parseInput(other, Object.fromEntries(kept));
  return parsed.ok ? parsed.input : undefined;
}
