import type { Fields, InputOf } from './field.ts';
import type { InputIssue } from './messages.ts';
import type { Price } from './pricing.ts';
export type Medium = 'video' | 'image' | 'text' | 'audio';

/** A value that was changed on its way to the provider, shown with the record (ruling 13). */
export type Adjustment = { field: string; from: unknown; to: unknown; reason: string };

/** A file as the provider hands it over. Width and height are hints; the real ones are read from the file. */
export type ProviderFile = { url: string; contentType?: string; isFlagged: boolean };

/** `seed`: the one that the model says it used; absent when it says none, or one that a number cannot hold. */
export type ProviderOutputs = { files: readonly ProviderFile[]; text?: string; seed?: number };

/** A file of ours, at an address that its reader can use. A flagged one has none. */
export type DeliveredFile = Pick<ProviderFile, 'url' | 'isFlagged'> & {
  contentType: string;
  fileName: string;
  bytes: number | null;
  width: number | null;
  height: number | null;
};

/** What a generation delivered, for `toResult`. */
export type Delivered = {
  files: readonly DeliveredFile[];
  text: string | undefined;
  seed: number | null;
  prompt: string;
  inferenceSeconds: number | null;
};

export type KindInput = Readonly<Record<string, unknown>>;

/** A field of fal's request that this product does not take, or not with this value. `message` is English. */
export type RefusedField = { field: string; value: unknown; message: string };

/** A request in fal's words, as the product's wire fields. */
export type TakenRequest = {
  raw: Record<string, unknown>;
  refused: readonly RefusedField[];
  /** What the field of this wire name is called at fal. */
  nameAtFal: (field: string) => string;
};

type Shape<F extends Fields> = {
  /** The wire name, as in `video_generation_type`. Stable for ever. */
  id: string;
  medium: Medium;
  /** `path` is the page's path below /creator; `order` sorts the menu. */
  menu: { group: string; path: string; order: number; isNew: boolean; isPro: boolean };
  fields: F;
  /** Wire fields of this medium that the kind does not use: validated when sent, then dropped. */
  validatedOnly: Fields;
  rules: readonly ((input: InputOf<F>) => InputIssue[])[];
  price: (input: InputOf<F>) => Price;
  /** How many files a complete result has; fewer is a partial result (images) or a failure. */
  expectedOutputs: (input: InputOf<F>) => number;
  /** Seconds from submission to result until our own history knows better. */
  expectedSeconds: (input: InputOf<F>) => number;
  /** Columns that lists filter, search and sort by. `prompt` when the user's words stand in another field. */
  columns: (input: InputOf<F>) => {
    model: string;
    width?: number;
    height?: number;
    mode?: string;
    prompt?: string;
  };
  provider: {
    endpoint: (input: InputOf<F>) => string;
    toRequest: (input: InputOf<F>) => { body: Record<string, unknown>; adjustments: Adjustment[] };
    /** Reads the provider's result; throws on a shape it does not know, which fails the generation. */
    readOutputs: (result: unknown) => ProviderOutputs;
    /** The way back from `toRequest`, for programs written for the provider's own client. */
    fromRequest: (body: KindInput) => TakenRequest;
    /** The way back from `readOutputs`. */
    toResult: (delivered: Delivered) => Record<string, unknown>;
    /** A result as the provider sends it, for tests. */
    sample: unknown;
  };
  /** Inputs with their price; every row of the spec's price table is one of them. */
  examples: readonly { input: Partial<InputOf<F>> & Record<string, unknown>; costCredits: number }[];
};

/** A kind with its field names forgotten: what everything outside the kind's own file sees. */
export type Kind = Shape<Fields>;

/** Types a kind's functions by its own fields, then erases the names. Inputs only come from `parseInput`. */
export function defineKind<F extends Fields>(kind: Shape<F>): Kind {
  return kind as unknown as Kind;
}
