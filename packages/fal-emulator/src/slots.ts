export type Slots = {
  /** Waits for a free place, first come first served, and returns the function that gives it back. */
  take(signal?: AbortSignal): Promise<() => void>;
  /** How many wait before the holder of this ticket; tickets are handed out by `nextTicket`. */
  ahead(ticket: number): number;
  /** The ticket of the next one to wait. */
  nextTicket(): number;
};

/** A limit on how many things run at once. */
export function createSlots(limit: number): Slots {
  const waiting: { ticket: number; start(): void }[] = [];
  let free = limit;
  let lastTicket = 0;

  const give = () => {
    free += 1;
    const next = waiting.shift();
    if (!next) return;
    free -= 1;
    next.start();
  };
  const once = () => {
    let isGiven = false;
    return () => {
      if (!isGiven) give();
      isGiven = true;
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
