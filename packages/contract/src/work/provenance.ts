import * as z from 'zod/mini';

// Labels and shapes of our own assertions in a signed file, beside those of C2PA.

/** Every file that was made here has it. */
export const madeLabel = 'app.atelier.made';

export type Made = {
  kind: string;
  /** Kind that was asked for, in files of another one that stood in for it. */
  stood_in_for?: string;
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
  /** Every field as the generation has it, or those that are shown; of files, the addresses that its owner can use again. */
  input: Record<string, unknown>;
  seed: number | null;
};

/**
 * `GET /.well-known/content-credentials.json`: the certificates that sign the files of this site, or have signed them.
 * A certificate is known by its issuer and its number together.
 */
export const siteCertificatesReply = z.object({
  certificates: z.array(
    z.object({
      /** Decimal. */
      serial_number: z.string(),
      subject: z.string(),
      /** Digest of its bytes, hexadecimal. */
      sha256: z.string(),
      valid_to: z.string(),
      /** Whether new files are signed with it. */
      is_current: z.boolean(),
      /** The certificate of the authority that issued it, as PEM. */
      issuer: z.string(),
    }),
  ),
});
export type SiteCertificates = z.infer<typeof siteCertificatesReply>;
