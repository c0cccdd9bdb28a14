export type Waits = {
  /** The latency of each arrival. */
  ms: readonly number[];
  lost: number;
  /** One line per failed send. */
  failures: readonly string[];
};

export type Arrivals = {
  sent(id: string): void;
  /** Records the first arrival of something sent; anything else is ignored. */
  arrived(id: string): void;
  /** Adds a send whose failure is to be reported. */
  watch(sending: Promise<unknown>): void;
  /** Results since the last call. Waits until everything has arrived, or until the timeout. */
  take(lostAfterMs: number): Promise<Waits>;
};

/** Measures the time between sending and arrival within this process. */
export function createArrivals(): Arrivals {
  let underWay = new Map<string, number>();
  let ms: number[] = [];
  let sendings: Promise<string[]>[] = [];
  let onLast = () => {};
  return {
    sent: (id) => void underWay.set(id, performance.now()),
    arrived(id) {
      const sentAt = underWay.get(id);
      if (sentAt === undefined) return;
      underWay.delete(id);
      ms.push(performance.now() - sentAt);
      if (underWay.size === 0) onLast();
    },
    watch(sending) {
      sendings.push(
        sending.then(
          () => [],
          (error: unknown) => [String(error)],
        ),
      );
    },
    async take(lostAfterMs) {
      const failures = (await Promise.all(sendings)).flat();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, underWay.size === 0 ? 0 : lostAfterMs);
        onLast = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      const waits = { ms, lost: underWay.size, failures };
      [underWay, ms, sendings] = [new Map(), [], []];
      return waits;
    },
  };
}
