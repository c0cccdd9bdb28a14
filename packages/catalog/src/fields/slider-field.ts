import { checkWith, type Reading, right, wrong } from '../check-with.ts';
import type { Field } from '../field.ts';
import type { InputMessageCode } from '../messages.ts';

type SliderOptions = {
  min: number;
  max: number;
  step: number;
  default: number;
  /** Said when the value is no number or outside `min` to `max`. */
  message: InputMessageCode;
  /** The part of the range the model can use; the form offers this, the API takes all of it (ruling 13). */
  offered?: { min: number; max: number };
  unit?: string;
};

/** A number within a range; whole numbers only when the step is whole. */
export function sliderField(options: SliderOptions): Field<number> {
  const { min, max, step, message } = options;
  const isNumber = Number.isInteger(step) ? Number.isSafeInteger : Number.isFinite;

  function read(value: unknown): Reading<number> {
    const number = isNumber(value) ? (value as number) : Number.NaN;
    return number >= min && number <= max ? right(number) : wrong(message);
  }

  return {
    widget: { type: 'slider', step, unit: options.unit, ...(options.offered ?? { min, max }) },
    section: 'advanced',
    default: options.default,
    isRequired: false,
    check: checkWith(read, { min, max }),
  };
}
