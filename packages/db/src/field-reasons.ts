import type { FieldReason } from '@atelier/contract';

/** Field as fal named it; generations from before have no `type`. */
export type NamedField = FieldReason & { type?: string };

/** The fields that a model refused, from a row. What has another form is left out: it must not cost the whole list. */
export function readFieldReasons(stored: unknown): NamedField[] {
  return Array.isArray(stored) ? stored.filter(isNamedField) : [];
}

function isNamedField(entry: unknown): entry is NamedField {
  const { field, message, index, type } = Object(entry) as Record<string, unknown>;
  return (
    typeof field === 'string' &&
    typeof message === 'string' &&
    (index === undefined || Number.isInteger(index)) &&
    (type === undefined || typeof type === 'string')
  );
}
