import * as z from 'zod/mini';
import { medium } from './medium.ts';

/** The middle, and what nineteen of twenty stayed under. */
const quantiles = z.nullable(z.object({ p50: z.number(), p95: z.number() }));

/** How generations of a kind have ended. Of durations that nothing was measured of: null. */
const kindEnds = z.object({
  completed: z.int(),
  /** By the fault of the model or of this service. */
  failed: z.int(),
  /** Because of what was asked for, such as the safety check. */
  refused: z.int(),
  cancelled: z.int(),
  /** Failed or refused ones whose credits were released with their end. */
  returned: z.int(),
  /** Refunds of what had been charged, by when they were made: of broken or doubtful results, or by an operator. */
  refunded: z.int(),
  /** Until the model began. */
  wait_seconds: quantiles,
  /** From then to the end. */
  run_seconds: quantiles,
  /** From the message that it had failed, or from its deadline, to credits that were back. */
  back_seconds: quantiles,
  /**
   * Of what was promised when the provider accepted them: the shares that ended within "about", promised to half of them,
   * and within "at most", promised to nine of ten; null without any.
   */
  kept: z.nullable(z.object({ typical: z.number(), most: z.number() })),
  /**
   * Of what was promised before they were submitted: how many ended in each tenth of it. The first ended within what one
   * of ten was promised to, the sixth after "about", the last after "at most". Null without any.
   */
  tenths: z.nullable(z.array(z.int()).check(z.length(10))),
});
export type KindEnds = z.infer<typeof kindEnds>;

/** Of the time that the catalog of kinds guesses for the same settings. */
const factors = { typical: z.number(), most: z.number() };

/**
 * What is expected now, of which half and nine of ten are to end within: with any settings, and with those whose durations
 * are known apart, by `timeSlice` of the catalog. `wait_seconds` at the provider come on top.
 */
const expected = z.object({
  ...factors,
  wait_seconds: z.number(),
  slices: z.array(z.object({ slice: z.string(), ...factors })),
});

const kindStatus = z.object({
  id: z.string(),
  medium,
  /** Of the last ten ends of the last hour, at most. */
  recent: z.object({ failed: z.int(), total: z.int() }),
  /** Three of those failed or more. */
  is_failing: z.boolean(),
  expected,
  day: kindEnds,
  week: kindEnds,
});
export type KindStatus = z.infer<typeof kindStatus>;

/** `GET /api/status`, without a sign-in: every kind over the last 24 hours and the last 7 days, from counts alone. */
export const statusReply = z.object({
  /** Ends after this are in `recent` alone. */
  counted_to: z.iso.datetime(),
  kinds: z.array(kindStatus),
});
export type StatusReply = z.infer<typeof statusReply>;
