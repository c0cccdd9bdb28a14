export type Slots = {
  /** Waits for a free slot, first come first served, and returns the function that releases it. */
  take(signal?: AbortSignal): Promise<() => void>;
  /** How many are waiting ahead of this ticket; see `nextTicket`. */
  ahead(ticket: number): number;
  /** The ticket that the next call of `take` gets. */
  nextTicket(): number;
};

/** A semaphore with a queue whose length can be read. */
export function createSlots(limit: number): Slots {
  const waiting: { ticket: number; start(): void }[] = [];
  let free = limit;
  let lastTicket = 0;

  const release = () => {
    free += 1;
    const next = waiting.shift();
    if (!next) return;
    free -= 1;
    next.start();
  };
  const once = () => {
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };

  return {
    take(signal) {
      lastTicket += 1;
      const ticket = lastTicket;
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const entry = { ticket, start: () => resolve(once()) };
        waiting.push(entry);
        signal?.addEventListener('abort', () => {
          const place = waiting.indexOf(entry);
          if (place >= 0) waiting.splice(place, 1);
          reject(signal.reason);
        });
      });
    },
    ahead(ticket) {
      const first = waiting[0];
      return first ? Math.max(0, ticket - first.ticket) : 0;
    },
    nextTicket: () => lastTicket + 1,
  };
}
