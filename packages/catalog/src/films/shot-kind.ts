import type { Kind } from '../define-kind.ts';
import type { VariantInput } from '../families.ts';
import { findFamily } from '../find-family.ts';
import { mediumFacts } from '../media.ts';

const shotInputs: readonly VariantInput[] = ['text', 'picture', 'frames', 'references'];

/** Whether a kind makes shots: it needs nothing but a text, pictures, or both, and makes a video. */
export function makesShots(kind: Kind): boolean {
  const input = findFamily(kind.id)?.variant.input;
  if (!mediumFacts[kind.medium].isMoving || !input || !shotInputs.includes(input)) return false;
  return Object.values(kind.fields).every(
    ({ widget, isRequired }) => !isRequired || widget.type !== 'upload' || widget.accept === 'image',
  );
}

export function listOptions({ fields }: Kind, name: string): readonly (string | number)[] {
  const widget = fields[name]?.widget;
  return widget?.type === 'choice' ? widget.options.map(({ value }) => value) : [];
}

/** The lengths in seconds that a kind offers, shortest first; empty when it has one length of its own. */
export function listLengths(kind: Kind): number[] {
  return listOptions(kind, 'duration')
    .filter((value) => typeof value === 'number')
    .toSorted((a, b) => a - b);
}

/** Returns the next length that is long enough, or the longest; undefined without a choice. */
export function pickLength(lengths: readonly number[], seconds: number): number | undefined {
  return lengths.find((length) => length >= seconds) ?? lengths.at(-1);
}
