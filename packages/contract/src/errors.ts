import * as z from 'zod/mini';

/** Every error reply: `error` and `message` are the same sentence. */
export const errorReply = z.looseObject({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  issues: z.optional(
    z.array(
      z.object({
        path: z.string(),
        message: z.string(),
        code: z.optional(z.string()),
        /** Parameters for the message of `code`, for clients with their own messages. */
        params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
      }),
    ),
  ),
  /** Names the request in our logs; also in the header x-request-id. */
  trace_id: z.optional(z.string()),
});
export type ErrorReply = z.infer<typeof errorReply>;
