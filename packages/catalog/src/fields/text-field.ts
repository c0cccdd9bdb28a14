import { checkWith, type Field, ignored, type Reading, right, wrong } from '../field.ts';
import type { InputMessageCode } from '../issues.ts';
/** Longest prompt, counted in code points instead of UTF-16 units, which is closer to a user's count. */
export const maxPromptCodePoints = 2000;

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// PostgreSQL cannot store NUL in text, and a lone surrogate is not valid UTF-8.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what is looked for
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

type TextFieldOptions = {
  rows: number;
  /** Section of the form; main by default. */
  section?: 'main' | 'advanced';
  /** Message for a missing text, if one is required. */
  missing?: InputMessageCode;
  /** Text of a request without one, if none is required; empty by default. */
  default?: string;
  maxCodePoints?: number;
  /** Message for a text above `maxCodePoints`; by default, it names the limit. */
  tooLong?: InputMessageCode;
};

/**
 * Trims, and composes letters with their marks, so that what looks the same is found and counted the same. A value of
 * another type gets the message for a missing text, where a text is required.
 */
export function textField(options: TextFieldOptions): Field<string> {
  const { rows, section = 'main', missing, maxCodePoints = maxPromptCodePoints, tooLong } = options;
  const isRequired = missing !== undefined;

  function read(value: unknown): Reading<string> {
    if (typeof value !== 'string') return wrong(missing ?? 'invalid_characters');
    const text = value.trim().normalize('NFC');
    if (unstorable.test(text)) return wrong('invalid_characters');
    if (countCodePoints(text) > maxCodePoints) return wrong(tooLong ?? 'text_too_long');
    return isRequired && text === '' ? wrong(missing) : right(text);
  }

  return {
    widget: { type: 'textarea', maxCodePoints, rows },
    section,
    default: isRequired ? undefined : (options.default ?? ''),
    isRequired,
    check: checkWith(read, tooLong ? {} : { max: maxCodePoints }),
  };
}

/** `missing` is the message for a missing prompt, if it differs from that of videos. */
export function promptField({
  missing = 'prompt_required',
  maxCodePoints,
}: {
  missing?: InputMessageCode;
  /** Limit of a model that takes less than the product. */
  maxCodePoints?: number;
} = {}): Field<string> {
  return maxCodePoints
    ? textField({ rows: 5, missing, maxCodePoints })
    : textField({ rows: 5, missing, tooLong: 'prompt_too_long' });
}

/** Prompt that may be empty: then the model chooses its own. */
export function optionalPromptField(): Field<string> {
  return textField({ rows: 4, tooLong: 'prompt_too_long' });
}

export function questionField(): Field<string> {
  return textField({ rows: 3, missing: 'question_required', tooLong: 'question_too_long' });
}

export function negativePromptField(options: { default?: string } = {}): Field<string> {
  return textField({ ...options, rows: 3, section: 'advanced', tooLong: 'negative_prompt_too_long' });
}

/** Negative prompt of models whose limit is shorter than the product's. */
export function shortNegativePromptField(maxCodePoints: number): Field<string> {
  return textField({ rows: 3, section: 'advanced', maxCodePoints });
}

/** Negative prompt of kinds whose model takes none. */
export const ignoredNegativePromptField = (): Field<string> => ignored(negativePromptField());
