import { type InputIssue, type InputMessageCode, inputIssue, type MessageParams } from './issues.ts';
export type ChoiceValue = string | number;

export type ChoiceOption<Value extends ChoiceValue = ChoiceValue> = {
  value: Value;
  /** Whether only users with `has_ever_paid` may choose it. */
  isPaidOnly?: boolean;
  /** Width to height, for the shape drawn on a tile. */
  ratio?: readonly [number, number];
};

/** A file that a field takes; of `audio-or-video` only the sound counts. */
export type UploadAccept = VisibleFile | 'audio' | 'audio-or-video';

type VisibleFile = 'image' | 'video';

/** The control that edits a field. The form knows widgets, never kinds. */
export type Widget =
  | { type: 'textarea'; maxCodePoints: number; rows: number }
  | {
      type: 'choice';
      variant: 'tiles' | 'ratio-tiles' | 'select';
      options: readonly ChoiceOption[];
      unit?: string;
    }
  | { type: 'slider'; min: number; max: number; step: number; unit?: string }
  | { type: 'switch' }
  /** `maxRoll` is the highest seed that the form's dice rolls. */
  | { type: 'seed'; maxRoll: number }
  /**
   * The value is the address of an uploaded or public file; a list of them when `maxFiles` is above 1. With `takesLink`,
   * the form also offers a text field for an address.
   */
  | { type: 'upload'; accept: UploadAccept; maxFiles: number; takesLink?: boolean }
  /**
   * A check box for what the user says about the file in the field `to`, such as its speaker's consent. Needed with a
   * file, and shown only then; the form empties it when the file changes.
   */
  | { type: 'consent'; to: string };

/** Durations above `above` seconds are made in these resolutions at these rates only. */
export type LongNeeds = { above: number; resolution: readonly string[]; fps: readonly number[] };

/** `isReplaced` means that other kinds have the value that was sent; this one uses `value` in its place. */
export type FieldCheck<Value> =
  | { ok: true; value: Value; isReplaced?: true }
  | { ok: false; issue: InputIssue };

/** One input of a kind. `check` gets the wire value; an absent value takes `default`, or is an error without one. */
export type Field<Value = unknown> = {
  widget: Widget;
  section: 'main' | 'advanced';
  default: Value | undefined;
  /** The value of a request without the field, where it differs from the form's initial value. */
  whenAbsent?: Value;
  isRequired: boolean;
  /** The numbers that `check` accepts; the form may offer fewer. */
  range?: { min: number; max: number };
  /** Whether an option with a shape may be sent as `{ width, height }`, too. */
  takesPixels?: boolean;
  /** The number field that must be above 0 for this one to have an effect; until then the form greys it out. */
  effectNeeds?: string;
  /** The choice that makes this field necessary, and the message when it is empty then; the form hides it until then. */
  neededWhen?: {
    field: string;
    value: ChoiceValue;
    missing: InputMessageCode;
    /** Message for a value that is sent with another choice, which does not use it. */
    surplus: InputMessageCode;
  };
  /** Settings that longer durations need; the rule of the kind is `checkLongVideo`. */
  longNeeds?: LongNeeds;
  /**
   * The model has no such input: the value is stored and shown with the generation and listed in its adjustments, never
   * sent, and the form does not offer the field.
   */
  isIgnored?: boolean;
  /** Names the variant of its label and help, where it means something else than in other forms of the medium. */
  labels?: 'speech';
  /** The price follows the length of this text. */
  isPricedByLength?: true;
  check: (path: string, value: unknown) => FieldCheck<Value>;
};

export type Fields = Readonly<Record<string, Field>>;

/** The parsed input of a set of fields. */
export type InputOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

/** A field that the product takes although the model has no such input. */
export function ignored<Value>(field: Field<Value>): Field<Value> {
  return { ...field, isIgnored: true };
}

/** Whether an input has a file in the field that a consent is about. */
export function hasConsentFile(
  { to }: Extract<Widget, { type: 'consent' }>,
  input: Readonly<Record<string, unknown>>,
): boolean {
  return [input[to]].flat().some((value) => typeof value === 'string' && value.trim() !== '');
}

/** Makes a field for kinds that do not use it: values are validated, and an absent one is fine. */
export function unused<Value>(field: Field<Value>): Field<unknown> {
  const saysNothing = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return {
    ...field,
    default: null,
    isRequired: false,
    check: (path, value) => (saysNothing(value) ? { ok: true, value } : field.check(path, value)),
  };
}

/** The value of a request without the field. */
export function valueWhenAbsent<Value>({ whenAbsent, default: initial }: Field<Value>): Value | undefined {
  return whenAbsent ?? initial;
}

/** The value read from the wire, or the code of its problem. */
export type Reading<Value> = { ok: true; value: Value } | { ok: false; code: InputMessageCode };

export const right = <Value>(value: Value): Reading<Value> => ({ ok: true, value });
export const wrong = (code: InputMessageCode): Reading<never> => ({ ok: false, code });

/**
 * Makes a field's check from a function that reads one value. Plain functions instead of zod: every page with a form
 * loads them, and zod's core alone is 8 kB of the 160 kB that such a page may have.
 */
export function checkWith<Value>(
  read: (value: unknown) => Reading<Value>,
  params: MessageParams = {},
): (path: string, value: unknown) => FieldCheck<Value> {
  return (path, value) => {
    const reading = read(value);
    return reading.ok ? reading : { ok: false, issue: inputIssue(path, reading.code, params) };
  };
}
