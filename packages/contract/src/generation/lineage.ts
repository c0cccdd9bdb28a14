import * as z from 'zod/mini';
import { generation } from './generation.ts';
import { medium } from './medium.ts';

/**
 * One generation that another one of the same user was made from, or that was made from it. `relation`: files of it are in
 * `field` of the input (`input`), or a frame of its video is (`frame`), or its settings filled the form (`settings`).
 */
export const lineageEntry = z.object({
  id: z.string(),
  kind: z.string(),
  medium,
  created_at: z.string(),
  relation: z.enum(['input', 'frame', 'settings']),
  /** Empty for settings. */
  field: z.string(),
  /** Index of the output, from 0; null for settings. */
  output: z.nullable(z.int()),
  /** Number of steps: 1 is direct, more lead through deleted generations. */
  depth: z.int(),
  /** Generation of the entry; null when it was deleted. */
  generation: z.nullable(generation),
});
export type LineageEntry = z.infer<typeof lineageEntry>;

/**
 * `GET /api/generations/:id/lineage`: what it was made from (`parents`) and what was made from it (`children`), at most 50
 * each, the nearest first. Past one that was deleted the line goes on, up to five steps.
 */
export const lineageReply = z.object({ parents: z.array(lineageEntry), children: z.array(lineageEntry) });
export type LineageReply = z.infer<typeof lineageReply>;
