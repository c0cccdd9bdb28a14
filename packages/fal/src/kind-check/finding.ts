/** What of a kind no longer fits its endpoint at fal. Stable: they are stored, and have texts in every language. */
export const kindFindingCodes = [
  'endpoint_gone',
  'endpoint_deprecated',
  'field_gone',
  'field_required',
  'value_gone',
  'range_narrower',
  'type_changed',
  'default_changed',
  'price_moved',
  'price_unreadable',
] as const;

export type KindFindingCode = (typeof kindFindingCodes)[number];

/** `field` is fal's name; null where the whole endpoint is meant. `ours` and `theirs` are short texts. */
export type KindFinding = {
  code: KindFindingCode;
  field: string | null;
  ours: string | null;
  theirs: string | null;
};
