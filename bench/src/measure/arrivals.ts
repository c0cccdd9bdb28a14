export type Waits = {
  /** How long each took that arrived. */
  ms: readonly number[];
  lost: number;
  /** Why sendings failed, one line each. */
  failures: readonly string[];
};

export type Arrivals = {
  sent(id: string): void;
  /** Counts the first arrival of what was sent; anything else is ignored. */
  arrived(id: string): void;
  /** A sending whose failure is to be told. */
  watch(sending: Promise<unknown>): void;
  /** What was sent since the last call: waits until all has arrived, or the time is over. */
  take(lostAfterMs: number): Promise<Waits>;
};

/** Matches what was sent with what arrived somewhere else in this process. */
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
