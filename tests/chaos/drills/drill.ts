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
  translate(line: string): void;
};

/** Waits until the condition holds. Returns false when it does not within the limit. */
export async function reach(
  condition: () => Promise<boolean>,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<boolean> {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    signal.throwIfAborted();
    if (await condition()) return true;
    await wait(250, undefined, { signal });
  }
  return false;
}

export async function countOpen(stage: Stage): Promise<number> {
  const { rows } = await stage.db.pool.query<{ count: number }>(
    'select count(*)::int as count from generation where finished_at is null',
  );
  return rows[0]?.count ?? 0;
}

/** Subjects of the breakers that are open. */
export async function listOpenBreakers({ db }: Stage): Promise<string[]> {
  const { rows } = await db.pool.query<{ subject: string }>(
    "select subject from provider_breaker where state = 'open' order by subject",
  );
  return rows.map(({ subject }) => subject);
}
