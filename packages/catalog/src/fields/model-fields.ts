import type { Field, LongNeeds } from '../field.ts';
import { type InputIssue, inputIssue } from '../issues.ts';
import { choiceField, switchField } from './value-fields.ts';

// Fields that several of the newer models share, each with the values of its own model.

/** Largest number of options shown as a row of tiles; more become a list. */
const mostTiles = 5;

type OneOf<Value extends string | number> = {
  default: NoInfer<Value>;
  section?: 'main' | 'advanced';
  unit?: string;
  /** Values that only paying users may choose. */
  paidOnly?: readonly NoInfer<Value>[];
};

/** One of a few values that the model has. */
export function oneOf<const Value extends string | number>(
  values: readonly Value[],
  { default: fallback, section, unit, paidOnly = [] }: OneOf<Value>,
): Field<Value> {
  return choiceField<Value>({
    options: values.map((value) => ({ value, ...(paidOnly.includes(value) ? { isPaidOnly: true } : {}) })),
    default: fallback,
    variant: values.length > mostTiles ? 'select' : 'tiles',
    ...(section ? { section } : {}),
    ...(unit ? { unit } : {}),
  });
}

/** The lengths from the first to the last, for models that make any whole number of seconds. */
export function everySecond(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The lengths that the model makes, in seconds. */
export function secondsField<const Seconds extends number>(
  seconds: readonly Seconds[],
  fallback: NoInfer<Seconds>,
  longNeeds?: LongNeeds,
): Field<Seconds> {
  const field = choiceField<Seconds>({
    options: seconds.map((value) => ({ value })),
    default: fallback,
    variant: seconds.length > mostTiles ? 'select' : 'tiles',
    message: 'duration_one_of',
    unit: 's',
  });
  return longNeeds ? { ...field, longNeeds } : field;
}

type LongInput = { duration: number; resolution: string; fps: number };

/** Returns the rule that refuses a long duration without the settings that it needs. */
export function checkLongVideo({ above, resolution, fps }: LongNeeds) {
  return (input: LongInput): InputIssue[] =>
    input.duration <= above || (resolution.includes(input.resolution) && fps.includes(input.fps))
      ? []
      : [
          inputIssue('duration', 'duration_needs', {
            above,
            resolution: resolution.join(', '),
            fps: fps.join(', '),
          }),
        ];
}

/** The ratios that the model makes, as tiles of their shape; `auto` has none. */
export function modelRatioField<const Ratio extends string>(
  ratios: readonly Ratio[],
  fallback: NoInfer<Ratio>,
): Field<Ratio> {
  return choiceField<Ratio>({
    options: ratios.map((value) => ({ value, ...toShape(value) })),
    default: fallback,
    variant: 'ratio-tiles',
  });
}

function toShape(ratio: string): { ratio?: readonly [number, number] } {
  const [across, down] = ratio.split(':').map(Number);
  return across && down ? { ratio: [across, down] } : {};
}

/** Whether the video gets sound. It stands beside the options that change the price, because it changes it too. */
export function soundField(isOn = true): Field<boolean> {
  return { ...switchField({ default: isOn }), section: 'main' };
}
