import * as z from 'zod/mini';
import { batchLines } from './batches.ts';
import { createGenerationBody, uncheckedSubmissionFields } from './submissions.ts';

/**
 * Body of `POST /api/quotes`: one `kind` with its `input`, or the `lines` of a batch. The other fields of a submission are
 * checked as it would check them.
 */
export const quoteBody = z
  .looseObject({
    ...uncheckedSubmissionFields,
    kind: z.optional(createGenerationBody.shape.kind),
    input: z.optional(createGenerationBody.shape.input),
    lines: z.optional(batchLines),
  })
  .check(
    z.refine(
      ({ kind, input, lines }) =>
        lines ? kind === undefined && input === undefined : kind !== undefined && input !== undefined,
      { error: 'Give kind and input, or lines', path: ['lines'] },
    ),
  );
export type QuoteBody = z.infer<typeof quoteBody>;

/** Times are those of a generation that starts now. All three are null when the line has a problem. */
const quotedLine = z.object({
  line: z.int(),
  cost_credits: z.nullable(z.int()),
  expected_seconds: z.nullable(z.number()),
  expected_most_seconds: z.nullable(z.number()),
});

export const quoteReply = z.object({
  /** Binds the price until `expires_at`; null when a line has no price, and on a server without a signing key. */
  quote: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
  /** The sum of all lines that have a price. */
  total_credits: z.int(),
  /** One for each line, or the only one. */
  lines: z.array(quotedLine),
  /** Reply that the submission would be refused with now: its status, and the fields of its body. */
  refusal: z.nullable(z.looseObject({ status: z.int(), code: z.string(), message: z.string() })),
});
export type QuoteReply = z.infer<typeof quoteReply>;
