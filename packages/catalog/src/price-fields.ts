import { defaultInput } from './default-input.ts';
import type { Kind } from './define-kind.ts';
import type { Field } from './field.ts';

/** The names of the fields that change what a kind costs, found by asking its price function (ruling 16). */
export function priceFields(kind: Kind): string[] {
  const input = defaultInput(kind);
  const usual = kind.price(input).costCredits;
  return Object.entries(kind.fields).flatMap(([name, field]) =>
    valuesOf(field).some((value) => kind.price({ ...input, [name]: value }).costCredits !== usual)
      ? [name]
      : [],
  );
}

/** Every value that a control of the field can be set to, in its order; none for texts, files and seeds. */
export function valuesOf({ widget }: Field): readonly unknown[] {
  if (widget.type === 'choice') return widget.options.map((option) => option.value);
  if (widget.type === 'switch') return [false, true];
  if (widget.type !== 'slider') return [];
  const { min, max, step } = widget;
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  // Steps such as 0.1 add up to 0.30000000000000004.
  return Array.from({ length: count }, (_, index) => Number((min + index * step).toFixed(6)));
}
