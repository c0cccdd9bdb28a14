import { setImmediate } from 'node:timers/promises';
import { type Kind, type KindInput, timeSlice } from '@atelier/catalog';
import { type Batcher, createBatcher } from '@atelier/coalesce';
import { type Db, type Lesson, learnDurations, readDurations } from '@atelier/db';
import type { Log } from '@atelier/log';
import { type Durations, type ExpectedTime, expectedTime, readHour, toDurations } from './forecast.ts';
import { type Ended, findLesson } from './learn-duration.ts';

const maxAgeMs = 5_000;
/** Collects lessons for this long into one statement: durations change slowly, and each statement is a commit. */
const lessonWindowMs = 500;
/** Upper bound of the lessons in one statement. */
const maxLessons = 200;

/** Kinds and settings that are asked for within the age of the durations. */
const maxEstimates = 10_000;

type CacheDeps = { db: Pick<Db, 'pool'>; log: Pick<Log, 'warn'> };

/** Caches the durations for a few seconds, so that a submission does not wait for reading them. */
export class DurationCache {
  #durations: Durations = new Map();
  /** Estimates from these durations, by everything that decides them: each takes a fraction of a millisecond. */
  #expected = new Map<string, ExpectedTime>();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  readonly #learning = new Set<Promise<void>>();
  readonly #deps: CacheDeps;
  /** Runs one statement at a time: statements of a kind write the same rows and would block each other's connections. */
  readonly #lessons: Batcher<Lesson>;

  constructor(deps: CacheDeps) {
    this.#deps = deps;
    this.#lessons = createBatcher<Lesson>((lessons) => learnDurations(deps.db.pool, lessons), {
      windowMs: lessonWindowMs,
      maxBatchSize: maxLessons,
    });
  }

  /** Waits only the first time. Never throws: without durations, estimates come from the catalog's guess. */
  async read(): Promise<Durations> {
    if (performance.now() - this.#readAt > maxAgeMs) {
      this.#reading ??= this.#refresh();
      if (this.#readAt === Number.NEGATIVE_INFINITY) await this.#reading;
    }
    return this.#durations;
  }

  /** Returns the time that a generation takes which starts now, as its reservation would promise it. Never throws. */
  async expect(kind: Kind, input: KindInput): Promise<ExpectedTime> {
    const durations = await this.read();
    const at = new Date();
    const id = `${kind.id} ${timeSlice(input)} ${kind.expectedSeconds(input)} ${readHour(at)}`;
    const expected =
      this.#expected.get(id) ?? expectedTime(durations, { kind: kind.id, input, places: null, at });
    if (this.#expected.size < maxEstimates) this.#expected.set(id, expected);
    return expected;
  }

  /** Learns from a generation that has ended, without delaying the steps that follow its end. Never throws. */
  learn(row: Ended): void {
    const learning = this.read()
      .then((durations) => findLesson(durations, row))
      .then((lesson) => lesson && this.#lessons.add(lesson))
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error, kind: row.kind }, 'a duration was not learned'),
      )
      .finally(() => this.#learning.delete(learning));
    this.#learning.add(learning);
  }

  /** Waits for reads and writes that are under way. */
  async close(): Promise<void> {
    await this.#reading;
    // A generation that has just ended joins the others within this turn.
    await setImmediate();
    await this.#lessons.flush();
    await Promise.all(this.#learning);
  }

  async #refresh(): Promise<void> {
    try {
      this.#durations = toDurations(await readDurations(this.#deps.db.pool));
      this.#expected = new Map();
      this.#readAt = performance.now();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'durations could not be read');
    } finally {
      this.#reading = undefined;
    }
  }
}
