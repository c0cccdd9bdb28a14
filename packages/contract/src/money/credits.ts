import * as z from 'zod/mini';
import { medium } from '../generation/medium.ts';
import { maxPageSize } from '../generation/video.ts';
import { storable } from '../storable.ts';
import { receiptProof } from './checkpoints.ts';

const ledgerKinds = ['grant', 'purchase', 'refund', 'reserve', 'release', 'settle', 'adjustment'] as const;
export const ledgerKind = z.enum(ledgerKinds);
export type LedgerKind = z.infer<typeof ledgerKind>;

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Filters of the ledger and of its export. `from` is the first moment, `to` the first one after; dates are UTC. */
export const ledgerFilter = z.object({
  kind: z.optional(ledgerKind),
  from: z.optional(moment),
  to: z.optional(moment),
});
export type LedgerFilter = z.infer<typeof ledgerFilter>;

export const ledgerQuery = z.object({
  ...ledgerFilter.shape,
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPageSize)), 20),
});

/** The API key that paid: its name and last four characters. Null when submitted in the browser. */
const payingKey = z.nullable(z.object({ name: z.string(), ending: z.string() }));

/** One line of the ledger. `available` and `held` are what it moved, with sign; `..._after` what it left. */
export const ledgerLine = z.object({
  id: z.int(),
  kind: ledgerKind,
  available: z.int(),
  held: z.int(),
  available_after: z.int(),
  held_after: z.int(),
  reason: z.nullable(z.string()),
  actor: z.enum(['system', 'operator']),
  created_at: z.string(),
  generation: z.nullable(
    z.object({
      id: z.string(),
      kind: z.string(),
      medium,
      status: z.string(),
      /** Its first 100 characters; empty once the generation was deleted. */
      prompt: z.string(),
      is_deleted: z.boolean(),
      api_key: payingKey,
    }),
  ),
  purchase: z.nullable(z.object({ id: z.string(), pack: z.nullable(z.string()), status: z.string() })),
  /** Hex SHA-256 of this line and of the one before it. */
  hash: z.string(),
});
export type LedgerLine = z.infer<typeof ledgerLine>;

export const ledgerReply = z.object({
  data: z.array(ledgerLine),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
export type LedgerReply = z.infer<typeof ledgerReply>;

/**
 * One line per generation: its hold and what became of it, whole even where a filter finds only some of its lines.
 * Everything else that was booked is a group of one line.
 */
const ledgerGroup = z.object({
  /** Sums of the lines. */
  available: z.int(),
  held: z.int(),
  /** Picture of the first result; null when it has none. */
  poster_url: z.nullable(z.string()),
  /** Oldest first. */
  lines: z.array(ledgerLine),
});
export type LedgerGroup = z.infer<typeof ledgerGroup>;

export const ledgerGroupsReply = z.object({
  data: z.array(ledgerGroup),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
export type LedgerGroupsReply = z.infer<typeof ledgerGroupsReply>;

/** `GET /api/credits/spending`. The days are those of the time zone, as a browser reports it: an IANA name or an offset. */
export const spendingQuery = z.object({
  timeZone: z._default(z.string().check(z.minLength(1), z.maxLength(64), storable), 'UTC'),
});

/** The last 30 days, today included, oldest first. */
export const spendingReply = z.object({
  data: z.array(
    z.object({
      /** YYYY-MM-DD. */
      day: z.string(),
      charged: z.int(),
      /** Released from holds, and refunds of generations. */
      returned: z.int(),
      /** How many generations were charged. */
      generations: z.int(),
    }),
  ),
});
export type SpendingReply = z.infer<typeof spendingReply>;

export const creditSummary = z.object({
  available: z.int(),
  held: z.int(),
  /** Charged and not refunded, ever. */
  spent: z.int(),
  /** The same for this calendar month (UTC); negative when more was refunded than charged in it. */
  spent_this_month: z.int(),
  today: z.object({
    /** Submitted today (UTC), less refunds. */
    spent: z.int(),
    /** The user's own limit; null for none. */
    cap: z.nullable(z.int()),
    frees_at: z.string(),
  }),
  /** Debt from reversed payments whose credits were already spent; the next purchase pays it first. */
  owed: z.int(),
  /** Hash of the newest entry: an export that ends with it is complete. */
  chain_head: z.nullable(z.string()),
  /** When the newest checkpoint of the ledger was made: a whole export ends with its proof. */
  checkpoint_at: z.nullable(z.string()),
});
export type CreditSummary = z.infer<typeof creditSummary>;

/** `GET /api/user/settings`. No limit is null. */
export const userSettingsReply = z.object({
  daily_cap_credits: z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000))),
  /** Whether files that the user downloads carry the settings that made them. */
  recipe_in_downloads: z.boolean(),
  /** Whether files that others download from the user's shared pages carry what the page shows of them. */
  recipe_in_shared_files: z.boolean(),
});
export type UserSettings = z.infer<typeof userSettingsReply>;

/** `PATCH /api/user/settings`: what is absent stays, but not all of it. Null removes the limit. */
export const userSettingsBody = z
  .partial(userSettingsReply)
  .check(z.refine((settings) => Object.keys(settings).length > 0, { error: 'Name a setting' }));
export const settingsCalls = {
  'GET /api/user/settings': { reply: userSettingsReply },
  'PATCH /api/user/settings': { body: userSettingsBody, reply: userSettingsReply },
};

/** `GET /api/generations/:id/receipt`; also after the generation was deleted. */
export const receipt = z.object({
  generation_id: z.string(),
  kind: z.string(),
  /** The kind that was asked for, when another one stands in for it; null otherwise. */
  stood_in_for: z.nullable(z.string()),
  status: z.string(),
  /** Estimate at submission. `parts` is null when the price list has changed since, so that only the total is known. */
  estimate: z.object({
    cost_credits: z.int(),
    parts: z.nullable(
      z.array(
        z.object({
          code: z.string(),
          params: z.record(z.string(), z.union([z.string(), z.number()])),
          base_credits: z.nullable(z.int()),
          factor_percent: z.nullable(z.number()),
        }),
      ),
    ),
  }),
  held: z.int(),
  settled: z.int(),
  released: z.int(),
  refunded: z.int(),
  lines: z.array(ledgerLine),
  api_key: payingKey,
  provider_endpoint: z.string(),
  provider_request_id: z.nullable(z.string()),
  created_at: z.string(),
  submitted_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** Proof of the entries; null while no checkpoint of the ledger includes them. */
  proof: z.nullable(receiptProof),
});
export type Receipt = z.infer<typeof receipt>;
