import * as z from 'zod/mini';
import { maxBatchLines, maxBatchNameLength } from '../library-limits.ts';
import { ownName } from '../storable.ts';
import { medium } from './medium.ts';
import { uncheckedSubmissionFields } from './submissions.ts';

const name = ownName(maxBatchNameLength);

export const batchLines = z
  .array(
    z.object({ kind: z.string().check(z.maxLength(60)), input: z.record(z.string(), z.unknown()) }),
    `A batch has 1 to ${maxBatchLines} lines`,
  )
  .check(
    z.minLength(1, 'A batch has at least one line'),
    z.maxLength(maxBatchLines, `A batch has at most ${maxBatchLines} lines`),
  );

/**
 * Body of `POST /api/batches`. A line is a kind and its input, as in `POST /api/generations`; lines count from 1. The
 * other fields of a submission are given once for all lines. `name`: by default the beginning of the first prompt.
 * `dry_run`: nothing is held; the reply says what would be.
 */
export const createBatchBody = z.looseObject({
  ...uncheckedSubmissionFields,
  name: z.optional(name),
  dry_run: z.optional(z.boolean()),
  lines: batchLines,
});
export type CreateBatchBody = z.infer<typeof createBatchBody>;

const problem = z.object({ line: z.int(), path: z.string(), message: z.string(), code: z.string() });

/** How many lines, from the first on, balance, limits and the user's line allow now, and what would be left then. */
const fits = z.object({ lines: z.int(), left_credits: z.int() });

/** Reply of a dry run. `cost_credits` is null when a line has a problem; `total_credits` is the sum of the others. */
const batchPriceReply = z.object({
  dry_run: z.literal(true),
  total_credits: z.int(),
  /** `duplicate_of`: the first line that asks for the same. */
  lines: z.array(
    z.object({ line: z.int(), cost_credits: z.nullable(z.int()), duplicate_of: z.nullable(z.int()) }),
  ),
  problems: z.array(problem),
  fits,
});
export type BatchPriceReply = z.infer<typeof batchPriceReply>;

export const publicBatch = z.object({
  id: z.string(),
  name: z.string(),
  /** The project that its generations were made in. */
  project_id: z.nullable(z.string()),
  lines: z.int(),
  /** Lines with the same prompt and files are a set: one idea, of which one result is picked. */
  sets: z.int(),
  /** Its generations; `failed`: those that ended without a result. `deleted`: those in the trash, or gone. */
  counts: z.object({
    waiting: z.int(),
    running: z.int(),
    completed: z.int(),
    failed: z.int(),
    deleted: z.int(),
  }),
  credits: z.object({ total: z.int(), held: z.int(), charged: z.int(), released: z.int() }),
  /** Results that the user chose, at most one of each set. */
  picks: z.array(z.object({ set: z.int(), generation_id: z.string() })),
  /** Pictures of the first lines that have one, at most four. */
  covers: z.array(z.string()),
  created_at: z.string(),
});
export type PublicBatch = z.infer<typeof publicBatch>;

/** `generations`: the ids in the order of the lines. */
const createBatchReply = z.object({
  batch: publicBatch,
  generations: z.array(z.string()),
  left_credits: z.int(),
});
export type CreateBatchReply = z.infer<typeof createBatchReply>;

/** Reply of `POST /api/batches`, without and with `dry_run`. */
export const submitBatchReply = z.union([createBatchReply, batchPriceReply]);

/** Query of `GET /api/batches`, newest first: `before` is the `next` of the previous reply. */
export const batchesQuery = z.object({
  before: z.optional(z.uuid()),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});
export const batchesReply = z.object({ data: z.array(publicBatch), next: z.nullable(z.string()) });
export type BatchesReply = z.infer<typeof batchesReply>;

export const batchReply = z.object({ batch: publicBatch });
export type BatchReply = z.infer<typeof batchReply>;
export const changeBatchBody = z.object({ name });
/** `generation_id`: a finished generation of the set; null takes the pick back. */
export const pickBody = z.object({
  set: z.int().check(z.gte(1), z.lte(maxBatchLines)),
  generation_id: z.nullable(z.uuid()),
});
/** `changed`: how many were cancelled, or are to be. */
export const cancelBatchReply = z.object({ changed: z.int() });

/**
 * `GET /api/batches/statistics`: of the sets in which the user picked. `compared` and `won` count those with results of
 * two or more models, `keepers` all in which a result of this model was picked; `credits` is what its generations in all of
 * them were charged.
 */
export const pickStatisticsReply = z.object({
  models: z.array(
    z.object({
      model: z.string(),
      medium,
      compared: z.int(),
      won: z.int(),
      keepers: z.int(),
      credits: z.int(),
      /** Credits for each pick, rounded up; null when none was picked. */
      credits_per_keeper: z.nullable(z.int()),
    }),
  ),
});
export type PickStatisticsReply = z.infer<typeof pickStatisticsReply>;
