import { checkWith, type Field, type Reading, right, wrong } from '../field.ts';
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

type TextRules = {
  tooLong: InputMessageCode;
  /** For a missing text, where one is required. */
  missing?: InputMessageCode;
};

/** Trims. A value of another type gets the message for a missing text, where a text is required. */
function readText({ tooLong, missing }: TextRules): (value: unknown) => Reading<string> {
  return (value) => {
    if (typeof value !== 'string') return wrong(missing ?? 'invalid_characters');
    const text = value.trim();
    if (unstorable.test(text)) return wrong('invalid_characters');
    if (countCodePoints(text) > maxPromptCodePoints) return wrong(tooLong);
    return missing !== undefined && text === '' ? wrong(missing) : right(text);
  };
}

/** `missing`: the message for no prompt, where it differs from that of the videos. */
export function promptField({
  missing = 'prompt_required',
}: {
  missing?: InputMessageCode;
} = {}): Field<string> {
  return {
    widget: { type: 'textarea', maxCodePoints: maxPromptCodePoints, rows: 5 },
    section: 'main',
    default: undefined,
    isRequired: true,
    check: checkWith(readText({ tooLong: 'prompt_too_long', missing })),
  };
}

/** Without a prompt the model chooses its own. */
export function optionalPromptField(): Field<string> {
  return {
    widget: { type: 'textarea', maxCodePoints: maxPromptCodePoints, rows: 4 },
    section: 'main',
    default: '',
    isRequired: false,
    check: checkWith(readText({ tooLong: 'prompt_too_long' })),
  };
}

export function questionField(): Field<string> {
  return {
    widget: { type: 'textarea', maxCodePoints: maxPromptCodePoints, rows: 3 },
    section: 'main',
    default: undefined,
    isRequired: true,
    check: checkWith(readText({ tooLong: 'question_too_long', missing: 'question_required' })),
  };
}

export function negativePromptField(options: { default?: string } = {}): Field<string> {
  return {
    widget: { type: 'textarea', maxCodePoints: maxPromptCodePoints, rows: 3 },
    section: 'advanced',
    default: options.default ?? '',
    isRequired: false,
    check: checkWith(readText({ tooLong: 'negative_prompt_too_long' })),
  };
}
