import type { Kind, KindInput } from './define-kind.ts';
import type { ChoiceOption } from './field.ts';
import { defaultInput } from './price-range.ts';

/** The fields whose options are sizes of the result. */
const sizes = ['resolution', 'image_size'];

/**
 * Returns the input that a form begins with: the default one, with the sharpest size of the same shape at the same price. A
 * call without a size still gets the default, so that programs get what they have always got.
 */
export function formInput(kind: Kind, mayUsePaidOnly = true): KindInput {
  const input = defaultInput(kind);
  return {
    ...input,
    ...Object.fromEntries(sizes.map((name) => [name, sharpestAt(kind, name, input, mayUsePaidOnly)])),
  };
}

function sharpestAt(kind: Kind, name: string, input: KindInput, mayUsePaidOnly: boolean): unknown {
  const widget = kind.fields[name]?.widget;
  const usual = widget?.type === 'choice' && widget.options.find(({ value }) => value === input[name]);
  if (!usual) return input[name];
  const computeCost = ({ value }: ChoiceOption) => kind.price({ ...input, [name]: value }).costCredits;
  const isSame = (option: ChoiceOption) =>
    toShape(option) === toShape(usual) && computeCost(option) === computeCost(usual);
  return widget.options
    .filter((option) => isSame(option) && (mayUsePaidOnly || !option.isPaidOnly))
    .reduce((best, next) => (measureSharpness(next) > measureSharpness(best) ? next : best), usual).value;
}

function toShape({ ratio }: ChoiceOption): number | undefined {
  return ratio && ratio[0] / ratio[1];
}

/** Sizes of images carry their pixels, resolutions begin with their lines; not a number for anything else. */
function measureSharpness({ value, ratio }: ChoiceOption): number {
  return ratio ? ratio[0] : Number.parseInt(String(value), 10);
}
