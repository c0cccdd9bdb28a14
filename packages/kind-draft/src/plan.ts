import type { ProviderPrice } from '@atelier/catalog/server';
import type { SchemaField } from '@atelier/fal';

/** The media that drafts are written for. */
export type Medium = 'video' | 'image' | 'audio' | 'text';

/** One field of the new kind, as code for its file. */
export type PlannedField = {
  name: string;
  /** An expression with the functions of `packages/catalog/src/fields/`. */
  code: string;
  wire: PlannedWire;
  /** Values that the form shows and that may need a label. */
  options?: readonly (string | number)[];
  /** The ends of a slider. */
  range?: { min: number; max: number };
  /** Description of the field in fal's schema; absent for fields that only the product has. */
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
  | { as?: string; unless?: unknown; values?: Readonly<Record<string, unknown>> };

/** fal's charges as a human has read them: the amounts by the option that they are for, and the text of the page. */
export type StatedPrice = Pick<ProviderPrice, 'microUsd' | 'unit' | 'source' | 'asOf'> & { text: string };

/** Price with the fields that decide which of the amounts applies, and how often. */
export type PlannedPrice = StatedPrice & {
  /** Its value is the name of the amount. */
  choice?: PlannedField;
  /** Amounts are named by whether there is sound, beside the choice or alone. */
  sound?: PlannedField;
  seconds?: PlannedField;
  count?: PlannedField;
};

/** Conclusions of the tool from a schema. `notes` are for the human who finishes the draft. */
export type Plan = {
  endpoint: string;
  id: string;
  title: string;
  medium: Medium;
  menu: Menu;
  /** Price of the kind; absent until a human has read what fal charges. */
  price?: PlannedPrice | undefined;
  fields: readonly PlannedField[];
  /** Sent with every request. */
  fixed: Readonly<Record<string, unknown>>;
  unsold: Readonly<Record<string, unknown>>;
  outputs: { code: string; sample: string };
  input: readonly SchemaField[];
  output: readonly SchemaField[];
  notes: readonly Note[];
};

/** The place of the kind: `packages/catalog/src/define-kind.ts` says what each is. */
export type Menu = { group: string; path: string; order: number; isPage: boolean };

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
