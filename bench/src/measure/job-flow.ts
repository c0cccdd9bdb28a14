/** Figures of the jobs since the last `take`. */
export type FlowWindow = {
  finished: number;
  perSecond: number;
  /** Times from the call that enqueues to the start of the job, in ms. */
  pickUpMs: readonly number[];
};

export type JobFlow = {
  sending(id: string): void;
  /** Notes that the store has the job. */
  acknowledged(id: string): void;
  /** Notes that the job may not have been stored; it may run all the same. */
  refused(id: string): void;
  /** Notes that a worker has run the job; `startedAt` is a time of `now`. */
  ran(id: string, startedAt: number): void;
  /** Returns the number of jobs that were acknowledged and never ran. */
  outstanding(): number;
  /** Returns the number of runs after the first of each job. */
  repeats(): number;
  refusals(): number;
  take(): FlowWindow;
};

/** Milliseconds, comparable between the processes of one machine. */
export const now = () => performance.timeOrigin + performance.now();

/** Follows jobs from their enqueueing to their runs. */
export function createJobFlow(): JobFlow {
  const sentAt = new Map<string, number>();
  const waiting = new Set<string>();
  const ended = new Set<string>();
  let [repeats, refusals] = [0, 0];
  let pickUpMs: number[] = [];
  let since = now();
  return {
    sending: (id) => void sentAt.set(id, now()),
    acknowledged(id) {
      // A fast worker is done before the producer has its answer.
      if (!ended.has(id)) waiting.add(id);
    },
    refused(id) {
      refusals += 1;
      sentAt.delete(id);
    },
    ran(id, startedAt) {
      if (ended.has(id)) {
        repeats += 1;
        return;
      }
      ended.add(id);
      waiting.delete(id);
      pickUpMs.push(startedAt - (sentAt.get(id) ?? Number.NaN));
      sentAt.delete(id);
    },
    outstanding: () => waiting.size,
    repeats: () => repeats,
    refusals: () => refusals,
    take() {
      const until = now();
      const window = {
        finished: pickUpMs.length,
        perSecond: (pickUpMs.length * 1000) / (until - since),
        pickUpMs,
      };
      [pickUpMs, since] = [[], until];
      return window;
    },
  };
}
