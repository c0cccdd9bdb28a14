import type * as z from 'zod/mini';
import type { FieldCheck } from './field.ts';
import { inputIssue } from './issue.ts';
import { type InputMessageCode, inputMessages, type MessageParams } from './messages.ts';

/**
 * Makes a field's check out of a zod schema whose error texts are message codes. The first issue of a field is the
 * one told; an error without a code of ours (a wrong JSON type) is told as `otherwise`.
 */
export function checkWith<Value>(
  schema: z.ZodMiniType<Value>,
  otherwise: InputMessageCode,
  params: MessageParams = {},
): (path: string, value: unknown) => FieldCheck<Value> {
  return (path, value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { ok: true, value: parsed.data };
    const message = parsed.error.issues[0]?.message;
    return { ok: false, issue: inputIssue(path, isMessageCode(message) ? message : otherwise, params) };
  };
}

function isMessageCode(text: string | undefined): text is InputMessageCode {
  return text !== undefined && Object.hasOwn(inputMessages, text);
}
