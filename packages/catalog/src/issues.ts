import type { inputMessages } from './messages.ts';

export type InputMessageCode = keyof typeof inputMessages;

export type MessageParams = Readonly<Record<string, string | number>>;

/** One problem of an input, without its sentence: forms have their own. `path` is the field's wire name. */
export type InputIssue = {
  path: string;
  code: InputMessageCode;
  params: MessageParams;
};

export function inputIssue(path: string, code: InputMessageCode, params: MessageParams = {}): InputIssue {
  return { path, code, params };
}

const maxShownLength = 100;

/** Formats a refused value for a message. Objects are not written out: clients control their depth and `toString`. */
export function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  const text = String(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength).toWellFormed()}…` : text;
}
