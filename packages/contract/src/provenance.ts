// What a signed file says of itself beside the assertions of C2PA: their labels and shapes.

/** Every file that was made here has it. */
export const madeLabel = 'app.atelier.made';

export type Made = {
  kind: string;
  /** The model's address at fal. */
  endpoint: string;
  /** When the generation was submitted, ISO 8601. */
  made_at: string;
  /** SHA-256 of the body that was sent to fal, as canonical JSON; hexadecimal. */
  request_sha256: string;
};

/**
 * Files have it that their owner downloads, unless the owner does not want it, and those of shared pages if the owner
 * does, with as much as the page shows.
 */
export const recipeLabel = 'app.atelier.recipe';

export type Recipe = {
  /** The generation, which only its owner can open; null in what others download. */
  generation: string | null;
  kind: string;
  /** Every field as the record has it, or those that are shown; of files, the addresses that its owner can use again. */
  input: Record<string, unknown>;
  seed: number | null;
};
