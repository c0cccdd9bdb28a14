import type { Client } from '../load/client.ts';
import type { Submission } from '../load/user.ts';
import type { Stage } from '../stage/open-stage.ts';

export type Measured = { measured: string; isKept: boolean };

/** One promised figure and how it is measured on a running product (docs/reliability.md). */
export type Row = {
  id: string;
  promise: string;
  /** It is only measured with a Redis server of this run's own. */
  needs?: 'own-redis';
  /** How many of a user may run at once, on a product of its own; by default as many as the rows before it need. */
  limitRunning?: number;
  measure(table: Table): Promise<Measured>;
};

export type Table = {
  stage: Stage;
  /** A new user with exactly these credits. */
  addUser(credits: number): Promise<Client>;
  /** An image, the cheapest and fastest kind, with the emulator's scenario word. */
  image(scenario: string): Submission;
  /** Submits each until there is a definite answer; ids of those that were accepted. */
  submitAll(client: Client, submissions: readonly Submission[]): Promise<string[]>;
  /** Resolves when all of these have ended. */
  ended(ids: readonly string[]): Promise<void>;
};

/** The value below which this share of all lies; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
