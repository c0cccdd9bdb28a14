import type { SchemaField } from '@atelier/fal';

export type Medium = 'video' | 'image' | 'audio' | 'text';

/** One field of the new kind, as code for its file. */
export type PlannedField = {
  name: string;
  /** An expression with the functions of `packages/catalog/src/fields/`. */
  code: string;
  wire: PlannedWire;
  /** Values that the form shows and that may need a label. */
  options?: readonly (string | number)[];
  /** What fal says of it; absent for fields that only the product has. */
  source?: SchemaField;
  /** An expression for examples, of fields without a default. */
  example?: string;
  /** The value of a request without the field; absent where it is required. */
  default?: unknown;
};

/** A rule of `packages/catalog/src/wire.ts`, or the name of one. */
export type PlannedWire =
  | 'same'
  | 'notSent'
  | 'sentSeed'
  | { unless: unknown }
  | { values: Readonly<Record<string, unknown>> };

/** What the tool concluded from a schema. `notes` are for the human who finishes the draft. */
export type Plan = {
  endpoint: string;
  id: string;
  title: string;
  medium: Medium;
  fields: readonly PlannedField[];
  /** Sent with every request. */
  fixed: Readonly<Record<string, unknown>>;
  unsold: Readonly<Record<string, unknown>>;
  outputs: { code: string; sample: string };
  input: readonly SchemaField[];
  output: readonly SchemaField[];
  notes: readonly Note[];
};

/** `decide`: the draft made a choice. `open`: the draft is not complete without an answer. */
export type Note = { level: 'decide' | 'open'; text: string };

/** The draft of a field, or why it has none. `unsold` is fal's default, which programs may still send. */
export type Mapping =
  | { field: PlannedField; notes?: readonly Note[] }
  | { unsold: unknown; notes?: readonly Note[] }
  | { dropped: true; notes: readonly Note[] };

export const decide = (text: string): Note => ({ level: 'decide', text });
export const open = (text: string): Note => ({ level: 'open', text });

/** Source code for a value. */
export function literal(value: unknown): string {
  return JSON.stringify(value);
}
