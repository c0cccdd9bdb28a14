/** Files that a kind begins with, or, for tools, the task. */
export type VariantInput =
  | 'text'
  | 'picture'
  | 'frames'
  | 'references'
  | 'video'
  | 'edit'
  | 'move'
  | 'replace';

/** One kind of a family: a quality of the model by its own name, what it begins with, or both. Unique in its family. */
export type Variant = { kind: string; quality?: string; input: VariantInput };

/** Kinds of one medium that are one model to choose. Names are proper names, in every language the same. */
export type Family = {
  id: string;
  name: string;
  maker: string;
  /** Id of the newer family of the same line. Lists fold an earlier family, and no recommendation shows it. */
  earlier?: string;
  variants: readonly Variant[];
};

/** One kind of a family. */
export const variant = (kind: string, input: VariantInput, quality?: string): Variant => ({
  kind,
  quality,
  input,
});

/** A family of one kind. */
export const only = (
  id: string,
  name: string,
  maker: string,
  input: VariantInput,
  earlier?: string,
): Family => ({
  id,
  name,
  maker,
  ...(earlier ? { earlier } : {}),
  variants: [variant(id, input)],
});
