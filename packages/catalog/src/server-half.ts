import type { KindInput, KindOf } from './define-kind.ts';
import { valueWhenAbsent } from './field.ts';
import type { Delivered, OutputFormat, ProviderOutputs } from './outputs.ts';
import {
  createWire,
  type limitsFile,
  type notSent,
  type SentRequest,
  type TakenRequest,
  type WireRule,
  type WireTable,
} from './wire.ts';

/** What of a result can be said before it is there. */
export type Expectation = {
  /** Its length; absent where the model or an input decides. */
  seconds?: number | undefined;
  /** The address of an input that it is to differ from. */
  unlike?: string | undefined;
};

/** How fal makes a kind. */
export type KindProvider = {
  /** fal's id of the model. */
  endpoint: string;
  /** The mapping that `toRequest` and `fromRequest` follow, for descriptions of fal's request. */
  table: WireTable;
  toRequest: (input: KindInput) => SentRequest;
  /** The opposite of `toRequest`, for programs that were written for fal's own client. */
  fromRequest: (body: KindInput) => TakenRequest;
  /** The field that fal calls by this name; undefined for one that is not of the kind. */
  nameHere: (falName: string) => string | undefined;
  /** Reads fal's result; throws on a shape it does not know, which fails the generation. */
  readOutputs: (result: unknown) => ProviderOutputs;
  /** The opposite of `readOutputs`. */
  toResult: (delivered: Delivered) => Record<string, unknown>;
  /** What a result is held to when it is inspected. */
  expects: (input: KindInput) => Expectation;
  /** A result as fal sends it, for tests. */
  sample: unknown;
  /** What the files of an input may be at most, because its price is for no more. */
  fileLimits: (input: KindInput) => readonly FileLimit[];
  /** What fal charges, for kinds whose credits follow the price rule; absent where a table fixes them. */
  price?: ProviderPrice | undefined;
};

/** Bounds of the file in a field, for the most that a program may find in it. A file that cannot be read is refused as such. */
export type FileLimit = { field: string; maxSeconds?: number; maxFps?: number; maxPixels?: number };

/** What fal charges for a kind, in millionths of a dollar, and where that was read. */
export type ProviderPrice = {
  /** fal's rates, by the option that chooses one. */
  microUsd: Readonly<Record<string, number>>;
  unit: 'second' | 'image' | 'megapixel' | 'video' | 'minute' | 'request';
  /** The most that an input can cost. The kind's price is held to it. */
  cost: (input: KindInput) => number;
  source: string;
  /** The day on which the source was read. */
  asOf: string;
  /** What the reader of docs/prices.md should know of the source. */
  note?: string;
};

export type KindExample = { input: KindInput; costCredits: number };

/** What servers and tests need of a kind. `Call` is what it exchanges with fal; it exists in the types only. */
export type ServerHalf<Call = unknown> = {
  kindId: string;
  provider: KindProvider;
  examples: readonly KindExample[];
  readonly '~call'?: Call;
};

type Spec<Input> = {
  endpoint: string;
  /** A rule for every field of the kind; one that is missing, or that the kind does not have, does not compile. */
  wire: { readonly [Name in keyof Input]: WireRule<Input[Name]> };
  fixed?: KindInput;
  unsold?: KindInput;
  outputs: OutputFormat;
  /** Of fal's request; nothing when absent. */
  expects?: (body: KindInput) => Expectation;
  sample: object;
  /** Nothing is limited when absent. */
  fileLimits?: (input: Input) => readonly FileLimit[];
  /** Absent where the spec's table fixes the credits. */
  providerPrice?: Omit<ProviderPrice, 'cost'> & { cost: (input: Input) => number };
  /** Inputs with their price; together they cover every price of the kind. */
  examples: readonly { readonly input: Partial<Input> & KindInput; readonly costCredits: number }[];
};

/**
 * Defines the server half of a kind. Each kind's file exports it as a function, which nothing that the browser loads
 * refers to, so the bundler leaves it out together with all that only this half imports; the reasons are in
 * docs/adr/0008-what-the-browser-loads-of-a-kind.md. `packages/fal` holds its request and its sample to fal's own types.
 */
export function defineServerHalf<Input, const S extends Spec<Input>>(
  kind: KindOf<Input>,
  spec: S & { wire: { [Name in keyof S['wire']]: Name extends keyof Input ? unknown : never } },
): ServerHalf<Call<Input, S>> {
  const { endpoint, wire, fixed, unsold, outputs, expects, sample, fileLimits, providerPrice, examples } =
    spec as Spec<unknown>;
  const table = { wire, fixed, unsold };
  const absent = Object.fromEntries(
    Object.entries(kind.fields).map(([name, field]) => [name, valueWhenAbsent(field)]),
  );
  const wiring = createWire(table, absent);
  const provider = { endpoint, table, ...wiring, ...outputs, sample, price: providerPrice };
  return {
    kindId: kind.id,
    provider: {
      ...provider,
      expects: (input) => expects?.(provider.toRequest(input).body) ?? {},
      fileLimits: (input) => fileLimits?.(input) ?? [],
    },
    examples,
  };
}

/** What a kind exchanges with fal. */
type Call<Input, S extends Spec<Input>> = {
  endpoint: S['endpoint'];
  body: Body<Input, S['wire']> & GivenOrEmpty<S, 'fixed'>;
  unsold: GivenOrEmpty<S, 'unsold'>;
  sample: S['sample'];
};

type GivenOrEmpty<S, Name> = Name extends keyof S ? S[Name] : Record<never, never>;

type Body<Input, Wire> = {
  [Name in keyof Wire & keyof Input as Wire[Name] extends typeof notSent | typeof limitsFile
    ? never
    : NameAtFal<Name, Wire[Name]>]: ValueAtFal<Input[Name], Wire[Name]>;
};

type NameAtFal<Name, Rule> = Rule extends string
  ? Rule
  : Rule extends { as: infer As extends string }
    ? As
    : Name;

type ValueAtFal<Value, Rule> = Rule extends { values: infer Values }
  ? Values[keyof Values]
  : Rule extends { unless: infer Left }
    ? Exclude<Value, Left> | undefined
    : Value;
