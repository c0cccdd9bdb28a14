import type { Fields, InputOf } from './field.ts';
import type { InputIssue } from './issues.ts';
import type { Medium } from './media.ts';
import type { Price } from './pricing.ts';

export type KindInput = Readonly<Record<string, unknown>>;

type Shape<F extends Fields> = {
  /** The wire name, as in `video_generation_type`. Stable for ever. */
  id: string;
  medium: Medium;
  /**
   * `path` is the page's path below /creator; `order` sorts the menu. `isPage` says whether the page has its own entry in
   * the menu; otherwise the kind is chosen as a model in a form of its group.
   */
  menu: { group: string; path: string; order: number; isNew: boolean; isPro: boolean; isPage: boolean };
  /** Whether its videos have sound, unless the user switches it off. */
  hasSound?: true;
  /** Resolution of its videos when no field of its form chooses one. */
  fixedResolution?: `${number}p`;
  /** Whether its text is what was said in a file, with times, and no answer to a question. */
  isTranscript?: true;
  /** Whether no other kind makes the same, although some take its input: none may stand in for it. */
  hasNoEqual?: true;
  fields: F;
  /** Wire fields of this medium that the kind does not use: validated when sent, then dropped. */
  validatedOnly: Fields;
  rules: readonly ((input: InputOf<F>) => InputIssue[])[];
  price: (input: InputOf<F>) => Price;
  /** Number of files in a complete result; fewer is a partial result (images) or a failure. */
  expectedOutputs: (input: InputOf<F>) => number;
  /** Guess of the seconds from submission to result, used until there are results with the same settings. */
  expectedSeconds: (input: InputOf<F>) => number;
  /** Columns that lists filter, search and sort by. `prompt` when another field holds the user's words. */
  columns: (input: InputOf<F>) => {
    model: string;
    width?: number;
    height?: number;
    mode?: string;
    prompt?: string;
  };
};

/**
 * The half of a kind that the browser loads, with its field names erased: all code outside of the kind's own file works
 * with this type. The other half is in `server-half.ts`.
 */
export type Kind = Shape<Fields>;

/** A kind that remembers the type of its input, for its server half. The property exists in the types only. */
export type KindOf<Input> = Kind & { readonly '~input'?: Input };

/** Types a kind's functions by its own fields, then erases the names. Inputs only come from `parseInput`. */
export function defineKind<const F extends Fields>(kind: Shape<F>): KindOf<InputOf<F>> {
  return kind as unknown as KindOf<InputOf<F>>;
}
