import {
  type CutPlan,
  cutFits,
  cutLimits,
  cutResults,
  cutShapes,
  cutSoundModes,
} from '@atelier/catalog/cuts';
import * as z from 'zod/mini';
import { storable } from '../storable.ts';

const address = z.string().check(z.minLength(1), z.maxLength(2_000), storable);
const within = (least: number, most: number) => z.number().check(z.gte(least), z.lte(most));
const clip = z.object({
  url: address,
  start: within(0, 86_400),
  end: within(0, 86_400),
  speed: z._default(within(cutLimits.minSpeed, cutLimits.maxSpeed), 1),
  is_reversed: z._default(z.boolean(), false),
  repeats: z._default(z.int().check(z.gte(1), z.lte(cutLimits.repeats)), 1),
  fit: z._default(z.enum(cutFits), 'contain'),
  focus_x: z._default(within(0, 1), 0.5),
  focus_y: z._default(within(0, 1), 0.5),
  volume: z._default(within(0, cutLimits.volume), 1),
  fade_in: z._default(within(0, cutLimits.fadeSeconds), 0),
  fade_out: z._default(within(0, cutLimits.fadeSeconds), 0),
});

export const cutSound = z.object({
  url: address,
  mode: z._default(z.enum(cutSoundModes), 'replace'),
  volume: z._default(within(0, cutLimits.volume), 1),
});

/** Everything that decides a cut. Only the clips are needed. */
export const cutPlan = z.object({
  clips: z.array(clip).check(z.minLength(1), z.maxLength(cutLimits.clips)),
  result: z.optional(z.enum(cutResults)),
  shape: z._default(z.enum(cutShapes), 'source'),
  sound: z._default(z.nullable(cutSound), null),
  caption: z._default(z.string().check(z.maxLength(cutLimits.caption), storable), ''),
  poster_seconds: z._default(z.nullable(within(0, cutLimits.seconds)), null),
}) satisfies z.ZodMiniType<CutPlan>;

/**
 * Body of `POST /api/cuts`. A repeated `request_id` makes nothing new. The result goes into the project.
 */
export const createCutBody = z.object({
  plan: cutPlan,
  request_id: z.optional(z.uuid()),
  project_id: z.optional(z.uuid()),
});
export type CreateCutBody = z.input<typeof createCutBody>;

const cutState = z.enum(['waiting', 'running', 'completed', 'failed', 'cancelled']);
export type CutState = z.infer<typeof cutState>;

/** A cut: the body of `cut:changed`, too. `percent` is of the pictures that are made; null before and after. */
export const cut = z.object({
  id: z.string(),
  /** Raised at every change; a client ignores a lower one than its own. */
  revision: z.int(),
  state: cutState,
  percent: z.nullable(z.int()),
  /** The result, once it is completed; null again when that was deleted for good. */
  generation_id: z.nullable(z.string()),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
});
export type PublicCut = z.infer<typeof cut>;

export const cutReply = z.object({ cut });
/** The newest first; those that ended more than a day ago are not among them. */
export const cutsReply = z.object({ data: z.array(cut) });
