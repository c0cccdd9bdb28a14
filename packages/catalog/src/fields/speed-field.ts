import { choiceField } from './choice-field.ts';

const speeds = [
  { value: 'regular' },
  { value: 'fast' },
  { value: 'turbo' },
  { value: 'high_quality', isPaidOnly: true },
] as const;

export type Speed = (typeof speeds)[number]['value'];

/** Ruling 14: only the speeds that this type has; high quality is for paying users. */
export function speedField<const Value extends Speed>(values: readonly [Value, ...Value[]]) {
  return choiceField<Value>({
    options: speeds.filter((option) => values.includes(option.value as Value)) as unknown as {
      value: Value;
    }[],
    default: values[0],
    look: 'tiles',
    message: 'speed_one_of',
  });
}

/** fal.md 3.2: `acceleration` is none or regular; without it the model takes its time. */
export function toAcceleration(speed: 'regular' | 'high_quality'): 'regular' | 'none' {
  return speed === 'regular' ? 'regular' : 'none';
}
