import type { Kind, KindInput } from './define-kind.ts';

/** The input of a form as it opens. What has no default is undefined; prompts and files change no price. */
export function defaultInput(kind: Kind): KindInput {
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, field.default]));
}
