import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from '../stage/open-stage.ts';

/** Findings of a drill: figures to read, and a sentence for each promise that was not kept. */
export type Found = { measured: Record<string, number | string>; violations: string[] };

/** One fault of the supplier on the whole product, with what must hold through it. */
export type Drill = {
  id: string;
  /** Sentence for the list and the report. */
  promise: string;
  /** How many of a user run at once; by default five. */
  limitRunning?: number;
  /** Minutes that the fault lasts unless others are given. */
  minutes: number;
  run(scene: Scene): Promise<Found>;
};

export type Scene = {
  stage: Stage;
  minutes: number;
  signal: AbortSignal;
  print(line: string): void;
};

type Limit = { limitMs: number; signal: AbortSignal };

/** Waits until the condition holds. Returns false when it does not within the limit. */
export async function reach(
  condition: () => boolean | Promise<boolean>,
  { limitMs, signal }: Limit,
): Promise<boolean> {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    signal.throwIfAborted();
    if (await condition()) return true;
    await wait(250, undefined, { signal });
  }
  return false;
}

/** Waits until the condition holds. Returns the violation when it does not within the limit, else none. */
export async function demand(
  sentence: string,
  condition: () => boolean | Promise<boolean>,
  limit: Limit,
): Promise<string[]> {
  return (await reach(condition, limit)) ? [] : [sentence];
}

/** Waits until every generation has ended. */
export async function endAll(stage: Stage, limit: Limit): Promise<string[]> {
  if (await reach(async () => (await countGenerations(stage, 'finished_at is null')) === 0, limit)) return [];
  return [`${await countGenerations(stage, 'finished_at is null')} have not ended`];
}

/** Counts generations for which an SQL condition holds. */
export async function countGenerations({ db }: Stage, condition: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from generation where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

/** Waits until the breaker is open. Returns the violation when it does not open. */
export function awaitBreaker(stage: Stage, subject: string, limit: Limit): Promise<string[]> {
  const isOpen = async () => (await listOpenBreakers(stage)).includes(subject);
  return demand(`the breaker ${subject} did not open`, isOpen, limit);
}

/** Subjects of the breakers that are open. */
export async function listOpenBreakers({ db }: Stage): Promise<string[]> {
  const { rows } = await db.pool.query<{ subject: string }>(
    "select subject from provider_breaker where state = 'open' order by subject",
  );
  return rows.map(({ subject }) => subject);
}

/** Waits, and collects the subjects of breakers that were open at any moment. */
export async function collectBreakers(
  stage: Stage,
  { minutes, signal }: { minutes: number; signal: AbortSignal },
): Promise<Set<string>> {
  const seen = new Set<string>();
  const look = async () => {
    for (const subject of await listOpenBreakers(stage)) seen.add(subject);
    return false;
  };
  await reach(look, { limitMs: minutes * 60_000, signal });
  return seen;
}

/** Calls that concern requests: those about prices and bills start nothing. */
export function countCalls({ emulator }: Stage): number {
  return emulator.control.requests().filter(({ operation }) => operation !== 'platform').length;
}

const firstStartLimitMs = 60_000;

/** Waits for the first request that fal accepts. Returns how long that took, and the violation when it took too long. */
export async function measureFirstStart({ emulator }: Stage, signal: AbortSignal) {
  const fromMs = Date.now();
  const before = emulator.control.jobs().length;
  await reach(() => emulator.control.jobs().length > before, { limitMs: firstStartLimitMs * 2, signal });
  const seconds = Math.round((Date.now() - fromMs) / 100) / 10;
  const isLate = seconds * 1_000 > firstStartLimitMs;
  return { seconds, violations: isLate ? [`the first start came after ${seconds} s`] : [] };
}
