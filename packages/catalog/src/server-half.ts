import type { KindInput, KindOf } from './define-kind.ts';
import { valueWhenAbsent } from './field.ts';
import type { Delivered, OutputFormat, ProviderOutputs } from './outputs.ts';
import {
  createWire,
  type keptNote,
  type limitsFile,
  type notSent,
  type SentRequest,
  type TakenRequest,
  type WireRule,
  type WireTable,
} from './wire.ts';

/** Facts about a result that are known before it arrives. */
export type Expectation = {
  /** Length of the result; absent when the model or an input decides. */
  seconds?: number | undefined;
  /** Address of an input from which the result has to differ. */
  unlike?: string | undefined;
};

/** Mapping of a kind to fal. */
export type KindProvider = {
  /** fal's id of the model. */
  endpoint: string;
  /** The mapping that `toRequest` and `fromRequest` follow, for descriptions of fal's request. */
  table: WireTable;
  toRequest: (input: KindInput) => SentRequest;
  /** Inverse of `toRequest`, for programs that were written for fal's own client. */
  fromRequest: (body: KindInput) => TakenRequest;
  /** Name of our field for fal's name; undefined when the kind has no such field. */
  nameHere: (falName: string) => string | undefined;
  /** Reads fal's result; throws on a shape it does not know, which fails the generation. */
  readOutputs: (result: unknown) => ProviderOutputs;
  /** Inverse of `readOutputs`. */
  toResult: (delivered: Delivered) => Record<string, unknown>;
  /** Expectations that the inspection compares a result with. */
  expects: (input: KindInput) => Expectation;
  /** A result as fal sends it, for tests. */
  sample: unknown;
  /** Limits of the input's files: the price covers no more. */
  fileLimits: (input: KindInput) => readonly FileLimit[];
  /** Price at fal, for kinds whose credits follow the price rule; absent when a table fixes them. */
  price?: ProviderPrice | undefined;
};

/** Limits of the file in a field. A file that cannot be read is refused as unreadable. */
export type FileLimit = {
  field: string;
  maxSeconds?: number;
  maxFps?: number;
  maxPixels?: number;
  /** A video without sound is refused. */
  needsSound?: true;
};

/** Price of a kind at fal, in millionths of a dollar, and its source. */
export type ProviderPrice = {
  /** fal's rates, by the option that chooses one. */
  microUsd: Readonly<Record<string, number>>;
  unit: 'second' | 'image' | 'megapixel' | 'video' | 'minute' | 'request' | 'character';
  /** The most that an input can cost. The kind's price is held to it. */
  cost: (input: KindInput) => number;
  source: string;
  /** The day on which the source was read. */
  asOf: string;
  /** Note about the source, for readers of docs/prices.md. */
  note?: string;
};

/** Documents of the provider that were read for a kind, by address or name; the day, and who or what compared them. */
export type Verification = { schema: string; price: string; on: string; by: string };

export type KindExample = { input: KindInput; costCredits: number };

/** The half of a kind that servers and tests need. `Call` types its exchange with fal; it exists in the types only. */
export type ServerHalf<Call = unknown> = {
  kindId: string;
  provider: KindProvider;
  examples: readonly KindExample[];
  /** Verification that the kind's file states; `findVerification` also knows what holds for many kinds. */
  verified?: Verification | undefined;
  readonly '~call'?: Call;
};

type Spec<Input> = {
  endpoint: string;
  /** Rules for every field of the kind. A missing or unknown field does not compile. */
  wire: { readonly [Name in keyof Input]: WireRule<Input[Name]> };
  fixed?: KindInput;
  unsold?: KindInput;
  outputs: OutputFormat;
  /** Expectations from fal's request; none when absent. */
  expects?: (body: KindInput) => Expectation;
  sample: object;
  /** Limits of the input's files; none when absent. */
  fileLimits?: (input: Input) => readonly FileLimit[];
  /** Price at fal; absent when a table in docs/product.md fixes the credits. */
  providerPrice?: Omit<ProviderPrice, 'cost'> & { cost: (input: Input) => number };
  /** Documents that the schema and the price were read from; absent when that was hearsay, or the types are the source. */
  verified?: Verification;
  /** Example inputs with their price; together they cover every price of the kind. */
  examples: readonly { readonly input: Partial<Input> & KindInput; readonly costCredits: number }[];
};

/**
 * Defines the server half of a kind. Each kind's file exports it as a function that no browser code refers to, so the
 * bundler omits it together with everything that only this half imports; the reasons are in
 * docs/adr/0008-what-the-browser-loads-of-a-kind.md. `packages/fal` holds its request and its sample to fal's own types.
 */
export function defineServerHalf<Input, const S extends Spec<Input>>(
  kind: KindOf<Input>,
  spec: S & { wire: { [Name in keyof S['wire']]: Name extends keyof Input ? unknown : never } },
): ServerHalf<Call<Input, S>> {
  const {
    endpoint,
    wire,
    fixed,
    unsold,
    outputs,
    expects,
    sample,
    fileLimits,
    providerPrice,
    verified,
    examples,
  } = spec as Spec<unknown>;
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
    verified,
  };
}

/** Types of a kind's exchange with fal. */
type Call<Input, S extends Spec<Input>> = {
  endpoint: S['endpoint'];
  body: Nested<Body<Input, S['wire']> & GivenOrEmpty<S, 'fixed'>>;
  unsold: Nested<GivenOrEmpty<S, 'unsold'>>;
  sample: S['sample'];
};

type GivenOrEmpty<S, Name> = Name extends keyof S ? S[Name] : Record<never, never>;

type Body<Input, Wire> = {
  [Name in keyof Wire & keyof Input as Wire[Name] extends typeof notSent | typeof limitsFile | typeof keptNote
    ? never
    : NameAtFal<Name, Wire[Name]>]: ValueAtFal<Input[Name], Wire[Name]>;
};

/** Fields whose names are paths, within their objects. */
type Nested<Flat> = {
  [Name in keyof Flat as Name extends `${string}.${string}` ? never : Name]: Flat[Name];
} & {
  [Head in HeadOf<keyof Flat>]: {
    [Name in keyof Flat as Name extends `${Head}.${infer Inner}` ? Inner : never]: Flat[Name];
  };
};

type HeadOf<Name> = Name extends `${infer Head}.${string}` ? Head : never;

type NameAtFal<Name, Rule> = Rule extends string
  ? Rule
  : Rule extends { as: infer As extends string }
    ? As
    : Name;

type ValueAtFal<Value, Rule> = Rule extends { inList: true }
  ? readonly Value[]
  : Rule extends { values: infer Values }
    ? Values[keyof Values]
    : Rule extends { unless: infer Left }
      ? Exclude<Value, Left> | undefined
      : Value;
