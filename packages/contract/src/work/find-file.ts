import * as z from 'zod/mini';
import { medium } from '../generation/medium.ts';

/** Body of `POST /api/library/find-file`: the SHA-256 of a file in hex. */
export const findFileBody = z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

/** The own generation that made exactly this file, and which of its outputs it is; null when none did. */
export const findFileReply = z.object({
  generation: z.nullable(z.object({ id: z.string(), medium, position: z.int() })),
});
export type FindFileReply = z.infer<typeof findFileReply>;
