import type { Kind } from '../define-kind.ts';
import type { VariantInput } from '../families.ts';
import { findFamily } from '../find-family.ts';
import { mediumFacts } from '../media.ts';

const begins: readonly VariantInput[] = ['text', 'picture', 'frames', 'references'];

/** Whether shots can be made with a kind: it makes videos of a text, of pictures, or of both, and needs nothing else. */
export function makesShots(kind: Kind): boolean {
  const input = findFamily(kind.id)?.variant.input;
  if (!mediumFacts[kind.medium].isMoving || !input || !begins.includes(input)) return false;
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

/** The length that is made of an asked one: the next longer one, or the longest; undefined without a choice. */
export function pickLength(lengths: readonly number[], seconds: number): number | undefined {
  return lengths.find((length) => length >= seconds) ?? lengths.at(-1);
}
