import {
  type ChoiceOption,
  type ChoiceValue,
  checkWith,
  type Field,
  type FieldCheck,
  type Reading,
  right,
  wrong,
} from '../field.ts';
import { type InputMessageCode, inputIssue, shownValue } from '../issues.ts';

type ChoiceFieldOptions<Value extends ChoiceValue> = {
  options: readonly ChoiceOption<Value>[];
  default: Value;
  variant: 'tiles' | 'ratio-tiles' | 'select';
  /** Message for a value that is not an option; by default, it lists the options. */
  message?: InputMessageCode;
  /** Values that `message` names although this kind lacks them: they get the default message instead. */
  knownElsewhere?: readonly ChoiceValue[];
  unit?: string;
  /** Section of the form; main by default. */
  section?: 'main' | 'advanced';
};

/** One of a short list. Whether the user may use a paid-only option is checked separately (403, not 400). */
export function choiceField<Value extends ChoiceValue>(field: ChoiceFieldOptions<Value>): Field<Value> {
  const names = field.options.map((option) => option.value).join(', ');
  return {
    widget: { type: 'choice', variant: field.variant, options: field.options, unit: field.unit },
    section: field.section ?? 'main',
    default: field.default,
    isRequired: false,
    check(path, value): FieldCheck<Value> {
      const option = field.options.find((candidate) => candidate.value === value);
      if (option) return { ok: true, value: option.value };
      const isKnown = field.knownElsewhere?.some((candidate) => candidate === value) ?? false;
      const code = (isKnown ? undefined : field.message) ?? 'option_not_supported';
      return { ok: false, issue: inputIssue(path, code, { value: shownValue(value), options: names }) };
    },
  };
}

export function switchField(options: { default: boolean }): Field<boolean> {
  return {
    widget: { type: 'switch' },
    section: 'advanced',
    default: options.default,
    isRequired: false,
    check: checkWith((value) => (typeof value === 'boolean' ? right(value) : wrong('not_a_boolean'))),
  };
}

type SliderOptions = {
  min: number;
  max: number;
  step: number;
  default: number;
  /** Message for a value that is not a number from `min` to `max`; by default, it names the range. */
  message?: InputMessageCode;
  /** The part of the range that the model can use: the form offers this, the API accepts the whole range. */
  offered?: { min: number; max: number };
  unit?: string;
};

/** A number within a range; whole numbers only when the step is whole. */
export function sliderField(options: SliderOptions): Field<number> {
  const { min, max, step, message = 'number_range' } = options;
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
    range: { min, max },
    check: checkWith(read, { min, max }),
  };
}

/** Highest seed that the form's dice rolls; seeds that a model reports can be larger. */
export const maxRoll = 1_000_000;
/** Highest accepted seed: JSON carries larger whole numbers, but not exactly. */
const maxSeed = Number.MAX_SAFE_INTEGER;

/** A seed that is never left to the model: a missing one means the default. Any whole number is accepted. */
export function integerSeedField(options: { default: number }): Field<number> {
  const check = checkWith((value) => (isWhole(value) ? right(value) : wrong('seed_integer')));
  return {
    widget: { type: 'seed', maxRoll },
    section: 'advanced',
    default: options.default,
    isRequired: false,
    range: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
    check: (path, value) => check(path, value ?? options.default),
  };
}

/** Seed of which `null` lets the model choose. */
export function seedField(): Field<number | null> {
  return {
    widget: { type: 'seed', maxRoll },
    section: 'advanced',
    default: null,
    isRequired: false,
    range: { min: 0, max: maxSeed },
    check: checkWith(readSeed),
  };
}

function readSeed(value: unknown): Reading<number | null> {
  if (value === null) return right(null);
  return isWhole(value) && value >= 0 && value <= maxSeed ? right(value) : wrong('seed_range');
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
