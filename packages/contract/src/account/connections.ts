import * as z from 'zod/mini';
import { apiKeyScopes } from './api-key-limits.ts';
import { createApiKeyBody } from './api-keys.ts';

/** A program that asks to act for a user; see `apiKeyClient` for its name. */
export const connection = z.object({
  client: z.object({
    name: z.string(),
    /** Where the program is from, or where its sign-in returns to; null on a device. */
    host: z.nullable(z.string()),
    /** Whether `host` has confirmed the name. */
    is_confirmed: z.boolean(),
  }),
  /** Code that the device shows; null for a program in a browser or on this computer. */
  user_code: z.nullable(z.string()),
  /** Scopes that it asks for. */
  scopes: z.array(z.enum(apiKeyScopes)),
});
export type Connection = z.infer<typeof connection>;

/** `GET /api/connections/:id` */
export const connectionReply = z.object({ connection });
export type ConnectionReply = z.infer<typeof connectionReply>;

/** The name of a request: the one in its address, or the code of a device, with or without its hyphen. */
export const connectionParams = z.object({
  id: z.string().check(z.regex(/^(?:[\w-]{43}|[A-Za-z]{4}-?[A-Za-z]{4})$/)),
});

/** `POST /api/connections/:id/answer`: with `allow` the limits of the program, as those of an API key. */
export const connectionAnswerBody = z.extend(z.omit(createApiKeyBody, { name: true }), {
  answer: z.enum(['allow', 'refuse']),
});
export type ConnectionAnswerBody = z.input<typeof connectionAnswerBody>;

export const connectionAnswerReply = z.object({
  success: z.literal(true),
  /** Where the browser goes on; null for a device, which goes on by itself. */
  continue_at: z.nullable(z.string()),
});
export type ConnectionAnswerReply = z.infer<typeof connectionAnswerReply>;
