import * as z from 'zod/mini';
import { generation } from './generation.ts';

/** `GET /api/generations`: the newest of every kind; `active=true`: those that still run. */
export const generationsQuery = z.object({
  active: z.optional(z.enum(['true', 'false'])),
  medium: z.optional(z.enum(['video', 'image', 'text', 'audio'])),
});
export const generationsReply = z.object({ data: z.array(generation) });
export type GenerationsReply = z.infer<typeof generationsReply>;
/** Answer of every call about one generation. */
export const generationReply = z.object({ generation });
export const visibilityBody = z.object({ is_public: z.boolean() });
export const idParams = z.object({ id: z.uuid('This must be a UUID') });
