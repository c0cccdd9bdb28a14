import * as z from 'zod/mini';

/** Pages that the operator writes; see `LEGAL_FILE` in docs/configuration.md. */
export const legalPages = ['terms', 'privacy'] as const;
export type LegalPage = (typeof legalPages)[number];

export const legalParams = z.object({ page: z.enum(legalPages) });
export const legalQuery = z.object({ language: z.optional(z.string().check(z.maxLength(35))) });

export const legalReply = z.object({
  /** Text in Markdown; null when the operator has published none. */
  text: z.nullable(z.string()),
  /** The language of the text, which is another one when there is none in the language asked for. */
  language: z.nullable(z.string()),
});
export type LegalReply = z.infer<typeof legalReply>;

/** How long prompts and files are kept, as far as settings of the api decide; docs/privacy.md has the rest. */
export const retentionReply = z.object({
  /** Days from a deletion to the removal of the files. */
  trash_days: z.int(),
  /** Days from the closing of an account to its erasure. */
  erasure_days: z.int(),
  /** Hours from the deadline of a generation to the end of its files at fal. */
  provider_file_hours: z.int(),
  /** Whether fal stores prompts, settings and answers. */
  provider_stores_payloads: z.boolean(),
  /** Whether this site has fal delete them within about an hour of the delivery of their result. */
  provider_deletes_payloads: z.boolean(),
});
export type RetentionReply = z.infer<typeof retentionReply>;
