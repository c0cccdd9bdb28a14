import type { Medium } from '@atelier/catalog';
import type { Adjustment } from '@atelier/catalog/server';
import type { StandInConsent } from '@atelier/contract';
import { insertedTypes } from '../../../generation-columns.ts';
import type { GenerationRow } from '../../../generation-row.ts';
import type { Refusal } from './rule.ts';

export type NewGeneration = {
  id: string;
  userId: string;
  kind: string;
  medium: Medium;
  prompt: string;
  negativePrompt: string;
  model: string;
  mode: string | null;
  width: number | null;
  height: number | null;
  input: Readonly<Record<string, unknown>>;
  adjustments: readonly Adjustment[];
  isPublic: boolean;
  /** Another kind that may make it while the model of this one is down; absent: it waits. */
  standIn?: StandInConsent | undefined;
  costCredits: number;
  /** The most that the submission which it is part of may cost; its own price when absent. */
  askedCost?: number;
  /** Whether the owner of its key has approved that. */
  isApproved?: boolean;
  /** Half of all are to end within the first, nine of ten within the second. */
  expectedSeconds: number;
  expectedMostSeconds?: number;
  /** Seconds promised to each of nine tenths, the first tenth first; stored as promised. */
  promisedDeciles?: readonly number[];
  deadlineSeconds: number;
  providerEndpoint: string;
  /** The client's request_id and the SHA-256 of what it asked for. */
  idempotency: { key: string; bodySha256: Buffer } | null;
  /** How many of a user's may run at once, and how many more may wait for that. */
  maxRunning: number;
  maxWaiting: number;
  /** The id of the HTTP request that asked for it, as the logs name it. */
  apiRequestId?: string | undefined;
  /** The owner's server that is notified of its end. */
  webhookUrl?: string | undefined;
  /** The API key that pays for it; null: made in the browser. */
  apiKeyId?: string | null;
  /** The owner's project that it goes into. */
  projectId?: string | undefined;
  /** The batch that it is a line of; `line` and `set` count from 1. */
  batch?: { id: string; line: number; set: number } | undefined;
  /** Generations that it is made from; any that are not the user's own are left out. */
  sources?: readonly GenerationSource[];
  /** A generation of the same user that this one repeats: what that one was made from, this one is made from, too. */
  retryOf?: string | undefined;
};

/** Another generation of the same user that one is made from: its files, a frame of its video, or its settings. */
export type GenerationSource =
  | { relation: 'input' | 'frame'; field: string; outputId: string }
  | { relation: 'settings'; sourceId: string };

export type Reservation =
  | {
      ok: true;
      /** While it waits, its queue_position is how many of the user's own are ahead. */
      generation: GenerationRow;
      leftCredits: number;
      heldCredits: number;
      creditsRevision: number;
    }
  | Refusal;

/** Values of a reservation and their types in SQL: those of columns, and those that it compares or writes elsewhere. */
export const valueTypes = {
  ...insertedTypes,
  deadlineSeconds: 'double precision',
  askedCost: 'bigint',
  isApproved: 'boolean',
  key: 'uuid',
  bodySha256: 'bytea',
  maxRunning: 'integer',
  maxWaiting: 'integer',
  retryOf: 'uuid',
  sources: 'jsonb',
};
export type ValueName = keyof typeof valueTypes;

function toValues({ idempotency, sources = [], batch, ...generation }: NewGeneration) {
  return {
    apiRequestId: null,
    webhookUrl: null,
    apiKeyId: null,
    projectId: null,
    retryOf: null,
    expectedMostSeconds: null,
    promisedDeciles: null,
    standIn: null,
    isApproved: false,
    askedCost: generation.costCredits,
    ...generation,
    batchId: batch?.id ?? null,
    batchLine: batch?.line ?? null,
    batchSet: batch?.set ?? null,
    key: idempotency?.key ?? null,
    bodySha256: idempotency?.bodySha256 ?? null,
    sources,
  } satisfies Record<ValueName, unknown>;
}

/** Values for a single statement. PostgreSQL takes an array as its own kind, so what is JSON goes as text. */
export function toParameters(generation: NewGeneration): Record<ValueName, unknown> {
  const values = toValues(generation);
  return {
    ...values,
    input: JSON.stringify(values.input),
    adjustments: JSON.stringify(values.adjustments),
    sources: JSON.stringify(values.sources),
    standIn: values.standIn && JSON.stringify(values.standIn),
  };
}

/** Values for a grouped statement, as JSON; `place` counts within the group from 1. */
export function toEntries(generations: readonly NewGeneration[]): string {
  const entries = generations.map((generation, index) => {
    const values = toValues(generation);
    const sha256 = values.bodySha256;
    return { ...values, place: index + 1, bodySha256: sha256 && `\\x${sha256.toString('hex')}` };
  });
  return JSON.stringify(entries);
}

export const hasSources = ({ sources, retryOf }: NewGeneration): boolean =>
  Boolean(sources?.length || retryOf);
