import type { Kind } from '@atelier/catalog';

/** The options that only a paid account may use, over all the kinds, each once. */
export function paidOnlyOptions(kinds: readonly Kind[]): { field: string; value: string }[] {
  const found = new Map<string, { field: string; value: string }>();
  for (const kind of kinds) {
    for (const [field, { widget }] of Object.entries(kind.fields)) {
      if (widget.type !== 'choice') continue;
      for (const option of widget.options) {
        const value = String(option.value);
        if (option.isPaidOnly) found.set(`${field} ${value}`, { field, value });
      }
    }
  }
  return [...found.values()];
}
