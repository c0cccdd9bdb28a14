import { type Breaker, type Db, listBreakers } from '@atelier/db';
import type { Log } from '@atelier/log';

const maxAgeMs = 1_000;

type CacheDeps = { db: Pick<Db, 'pool'>; log: Pick<Log, 'warn'> };

/** Caches the breakers for a second, for uses that decide nothing about money: the database asks itself. */
export class BreakerCache {
  #breakers: readonly Breaker[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  readonly #deps: CacheDeps;

  constructor(deps: CacheDeps) {
    this.#deps = deps;
  }

  /** Never throws: without an answer it returns the last ones. */
  async read(): Promise<readonly Breaker[]> {
    if (performance.now() - this.#readAt > maxAgeMs) {
      this.#reading ??= this.#refresh();
      await this.#reading;
    }
    return this.#breakers;
  }

  /** Reads them again at the next use. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #refresh(): Promise<void> {
    try {
      this.#breakers = await listBreakers(this.#deps.db.pool);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the breakers could not be read');
    } finally {
      this.#readAt = performance.now();
      this.#reading = undefined;
    }
  }
}
