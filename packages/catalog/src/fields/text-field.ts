import * as z from 'zod/mini';
import { checkWith } from '../check-with.ts';
import type { Field } from '../field.ts';
import type { InputMessageCode } from '../messages.ts';

/** ruling 8: 2,000 characters are allowed, 2,001 are not; counted in code points, as a person counts. */
export const maxPromptCodePoints = 2000;

export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// PostgreSQL cannot store NUL in text, and a lone surrogate is not valid UTF-8.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what is looked for
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function storableText(maxCodePoints: number, tooLong: InputMessageCode, wrongType: InputMessageCode) {
  return z.string(wrongType).check(
    z.trim(),
    z.refine((text) => !unstorable.test(text), { error: 'invalid_characters', abort: true }),
    z.refine((text) => countCodePoints(text) <= maxCodePoints, tooLong),
  );
}

export function promptField(): Field<string> {
  const schema = storableText(maxPromptCodePoints, 'prompt_too_long', 'prompt_required').check(
    z.minLength(1, 'prompt_required'),
  );
  return {
    widget: { type: 'textarea', maxCodePoints: maxPromptCodePoints, rows: 5 },
    section: 'main',
    default: undefined,
    isRequired: true,
    check: checkWith(schema, 'prompt_required'),
  };
}

export function negativePromptField(options: { default?: string } = {}): Field<string> {
  return {
    widget: { type: 'textarea', maxCodePoints: maxPromptCodePoints, rows: 3 },
    section: 'advanced',
    default: options.default ?? '',
    isRequired: false,
    check: checkWith(
      storableText(maxPromptCodePoints, 'negative_prompt_too_long', 'invalid_characters'),
      'invalid_characters',
    ),
  };
}
