import { setImmediate } from 'node:timers/promises';
import { type Batcher, createBatcher } from '@atelier/batch';
import { type Db, type Lesson, learnDurations, readDurations } from '@atelier/db';
import type { Log } from '@atelier/log';
import { type Durations, durationsOf } from './forecast.ts';
import { type Ended, lessonOf } from './learn-duration.ts';

const maxAgeMs = 5_000;
/** Lessons of so long are learned together: what is learned changes slowly, and each statement is a commit. */
const lessonWindowMs = 500;
/** Of one statement. */
const maxLessons = 200;

type CacheDeps = { db: Pick<Db, 'pool'>; log: Pick<Log, 'warn'> };

/** The durations as they were a few seconds ago, so that reading them takes no time from a submission. */
export class DurationCache {
  #durations: Durations = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  readonly #learning = new Set<Promise<void>>();
  readonly #deps: CacheDeps;
  /** One statement at a time: those of a kind write the same rows, and would keep connections waiting for one another. */
  readonly #lessons: Batcher<Lesson>;

  constructor(deps: CacheDeps) {
    this.#deps = deps;
    this.#lessons = createBatcher<Lesson>((lessons) => learnDurations(deps.db.pool, lessons), {
      windowMs: lessonWindowMs,
      maxBatchSize: maxLessons,
    });
  }

  /** Waits only the first time. Never throws: without them the catalog's guess is what is expected. */
  async read(): Promise<Durations> {
    if (performance.now() - this.#readAt > maxAgeMs) {
      this.#reading ??= this.#refresh();
      if (this.#readAt === Number.NEGATIVE_INFINITY) await this.#reading;
    }
    return this.#durations;
  }

  /** Learns from one that has ended, beside what follows its end. Never throws. */
  learn(row: Ended): void {
    const learning = this.read()
      .then((durations) => lessonOf(durations, row))
      .then((lesson) => lesson && this.#lessons.add(lesson))
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error, kind: row.kind }, 'a duration was not learned'),
      )
      .finally(() => this.#learning.delete(learning));
    this.#learning.add(learning);
  }

  /** Waits for what is being read or learned. */
  async close(): Promise<void> {
    await this.#reading;
    // What has just ended joins the others within this turn.
    await setImmediate();
    await this.#lessons.flush();
    await Promise.all(this.#learning);
  }

  async #refresh(): Promise<void> {
    try {
      this.#durations = durationsOf(await readDurations(this.#deps.db.pool));
      this.#readAt = performance.now();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'durations could not be read');
    } finally {
      this.#reading = undefined;
    }
  }
}
