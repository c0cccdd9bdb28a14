import type { FieldCheck } from './field.ts';
import { inputIssue } from './issue.ts';
import type { InputMessageCode, MessageParams } from './messages.ts';

/** What a wire value was understood as, or why it was not. */
export type Reading<Value> = { ok: true; value: Value } | { ok: false; code: InputMessageCode };

export const right = <Value>(value: Value): Reading<Value> => ({ ok: true, value });
export const wrong = (code: InputMessageCode): Reading<never> => ({ ok: false, code });

/**
 * Makes a field's check out of a function that reads one value. Plain functions and no zod: every page with a form loads
 * them, and zod's core alone is 8 kB of the 160 that such a page may have.
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
