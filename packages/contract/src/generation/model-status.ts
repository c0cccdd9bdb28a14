import * as z from 'zod/mini';
import { medium } from './medium.ts';

/** The middle, and what nineteen of twenty stayed under. */
const quantiles = z.nullable(z.object({ p50: z.number(), p95: z.number() }));

/** How generations of a kind have ended. Of durations that nothing was measured of: null. */
const kindEnds = z.object({
  completed: z.int(),
  /** Ended by a fault of the model or of this service. */
  failed: z.int(),
  /** Because of what was asked for, such as the safety check. */
  refused: z.int(),
  cancelled: z.int(),
  /** Failed or refused ones whose credits were released with their end. */
  returned: z.int(),
  /** Refunds of what had been charged, by when they were made: of broken or doubtful results, or by an operator. */
  refunded: z.int(),
  /** Seconds until the model began. */
  wait_seconds: quantiles,
  /** Seconds from then to the end. */
  run_seconds: quantiles,
  /** Seconds from the report of a failure, or from the deadline, to the release of the credits. */
  back_seconds: quantiles,
  /**
   * Shares of generations that ended within the times promised when the provider accepted them: within "about", promised
   * to half of them, and within "at most", promised to nine of ten. Null when there are none.
   */
  kept: z.nullable(z.object({ typical: z.number(), most: z.number() })),
  /**
   * Numbers of generations that ended in each tenth of the promised distribution. Those of the first ended within the time
   * promised to one of ten, those of the sixth after "about", those of the last after "at most". Null when there are none.
   */
  tenths: z.nullable(z.array(z.int()).check(z.length(10))),
});
export type KindEnds = z.infer<typeof kindEnds>;

/** Factors of the time that the catalog of kinds guesses for the same settings. */
const factors = { typical: z.number(), most: z.number() };

/**
 * Factors of the time within which half and nine of ten will end now: with any settings, and with settings whose durations
 * are measured separately, by `timeSlice` of the catalog. `wait_seconds` at the provider are added.
 */
const expected = z.object({
  ...factors,
  wait_seconds: z.number(),
  slices: z.array(z.object({ slice: z.string(), ...factors })),
});

const kindStatus = z.object({
  id: z.string(),
  medium,
  /** Failures among the last ends, at most ten within the last hour. */
  recent: z.object({ failed: z.int(), total: z.int() }),
  /** Whether three or more of those failed. */
  is_failing: z.boolean(),
  /** Time from which nothing of it is submitted, because its model is down; null while the model works. */
  held_since: z.nullable(z.iso.datetime()),
  /**
   * Kind to offer while it is held or fails: the same work at no more than its price. Null otherwise, and when there is
   * none.
   */
  successor: z.nullable(z.string()),
  expected,
  day: kindEnds,
  week: kindEnds,
});
export type KindStatus = z.infer<typeof kindStatus>;

/** `GET /api/status`, without a sign-in: every kind over the last 24 hours and the last 7 days, from counts alone. */
export const statusReply = z.object({
  /** Ends after this are in `recent` alone. */
  counted_to: z.iso.datetime(),
  /** Time from which the provider takes no work: all that is submitted waits, and nothing is charged. Null while it takes work. */
  provider_held_since: z.nullable(z.iso.datetime()),
  kinds: z.array(kindStatus),
});
export type StatusReply = z.infer<typeof statusReply>;
