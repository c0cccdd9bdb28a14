import { checkWith, type Field, ignored, type Reading, right, wrong } from '../field.ts';
import type { InputMessageCode } from '../messages.ts';
/** 2,000 characters are allowed, 2,001 are not. Code points, not UTF-16 units: closer to what a user counts. */
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
  /** Default main. */
  section?: 'main' | 'advanced';
  /** For a missing text, where one is required. */
  missing?: InputMessageCode;
  /** Where none is required. Default: the empty text. */
  default?: string;
  maxCodePoints?: number;
  /** For a text above `maxCodePoints`. Default: a message that names the limit. */
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

/** `missing`: the message for no prompt, where it differs from that of the videos. */
export function promptField({
  missing = 'prompt_required',
  maxCodePoints,
}: {
  missing?: InputMessageCode;
  /** Where the model takes less than the product. */
  maxCodePoints?: number;
} = {}): Field<string> {
  return maxCodePoints
    ? textField({ rows: 5, missing, maxCodePoints })
    : textField({ rows: 5, missing, tooLong: 'prompt_too_long' });
}

/** Without a prompt the model chooses its own. */
export function optionalPromptField(): Field<string> {
  return textField({ rows: 4, tooLong: 'prompt_too_long' });
}

export function questionField(): Field<string> {
  return textField({ rows: 3, missing: 'question_required', tooLong: 'question_too_long' });
}

export function negativePromptField(options: { default?: string } = {}): Field<string> {
  return textField({ ...options, rows: 3, section: 'advanced', tooLong: 'negative_prompt_too_long' });
}

/** For models that take a shorter one than the product. */
export function shortNegativePromptField(maxCodePoints: number): Field<string> {
  return textField({ rows: 3, section: 'advanced', maxCodePoints });
}

/** For kinds whose model gets no negative prompt. */
export const ignoredNegativePromptField = (): Field<string> => ignored(negativePromptField());
