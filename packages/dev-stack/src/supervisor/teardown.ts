/** The order in which parts stop: each before the parts it uses. */
export const stopOrder = {
  api: 1,
  worker: 2,
  web: 3,
  emulator: 4,
  openid: 5,
  checkout: 6,
  postgres: 7,
  folder: 8,
} as const;

type Part = {
  rank: number;
  stop: () => unknown;
};

/**
 * Collects how to stop each part while parts start in any order, and stops them in the fixed order. A part added after
 * stopping has begun is stopped immediately, so an interrupted start leaves nothing behind.
 */
export class Teardown {
  #parts: Part[] = [];
  #late: Promise<unknown>[] = [];
  #stopping: Promise<void> | undefined;

  get hasBegun(): boolean {
    return this.#stopping !== undefined;
  }

  add(part: keyof typeof stopOrder, stop: () => unknown): void {
    if (this.hasBegun) this.#late.push(Promise.resolve().then(stop));
    else this.#parts.push({ rank: stopOrder[part], stop });
  }

  /**
   * Stops everything once; parts of the same rank concurrently. A part that fails to stop does not affect the others.
   * Later calls also wait for parts that were added late.
   */
  async run(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    try {
      await this.#stopping;
    } finally {
      await Promise.allSettled(this.#late);
    }
  }

  async #stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const rank of Object.values(stopOrder)) {
      const group = this.#parts.filter((part) => part.rank === rank);
      const results = await Promise.allSettled(group.map(async ({ stop }) => stop()));
      failures.push(...results.filter((result) => result.status === 'rejected').map(({ reason }) => reason));
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'Some parts of the stack did not stop cleanly');
  }
}

/** Works like `Promise.all`, but settles only when all have settled, so that nothing is still starting afterwards. */
export async function allOrNone<T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
