import type { Job, Step } from './job.ts';

export type Hold = { step: Step; requestId?: string };

export type StepHolds = {
  /** Blocks a step for one job, or for every job. */
  hold(hold: Hold): void;
  /**
   * Lets the job of the request id take the step it waits for, or the next one it reaches. Without an id, unblocks the
   * step (or all steps) for every job.
   */
  release(release?: { step?: Step; requestId?: string }): void;
  /** Waits while the step is blocked for this job. */
  wait(job: Job, step: Step): Promise<void>;
  /** Lets a cancelled job continue immediately. */
  drop(job: Job): void;
  heldIds(): string[];
};

/** Steps that a test can block. A held job costs an entry in a map and no timer. */
export function createStepHolds(): StepHolds {
  const closedForAll = new Set<Step>();
  const closedForOne = new Map<string, Set<Step>>();
  const held = new Map<string, { step: Step; open(): void }>();
  const passes = new Set<string>();

  const isClosed = (requestId: string, step: Step) =>
    closedForAll.has(step) || (closedForOne.get(requestId)?.has(step) ?? false);
  const letGo = (requestId: string) => {
    const entry = held.get(requestId);
    held.delete(requestId);
    entry?.open();
  };

  return {
    hold({ step, requestId }) {
      if (requestId === undefined) closedForAll.add(step);
      else closedForOne.set(requestId, (closedForOne.get(requestId) ?? new Set()).add(step));
    },
    release({ step, requestId } = {}) {
      if (requestId !== undefined) {
        if (step) closedForOne.get(requestId)?.delete(step);
        if (held.has(requestId)) letGo(requestId);
        else passes.add(requestId);
        return;
      }
      passes.clear();
      if (step) closedForAll.delete(step);
      else closedForAll.clear();
      for (const [id, steps] of closedForOne) {
        if (step) steps.delete(step);
        else closedForOne.delete(id);
      }
      for (const [id, entry] of [...held]) if (!isClosed(id, entry.step)) letGo(id);
    },
    wait({ requestId, abort }, step) {
      const isOpen = abort.signal.aborted || !isClosed(requestId, step);
      if (isOpen || passes.delete(requestId)) return Promise.resolve();
      return new Promise((open) => held.set(requestId, { step, open }));
    },
    drop: ({ requestId }) => {
      closedForOne.delete(requestId);
      passes.delete(requestId);
      letGo(requestId);
    },
    heldIds: () => [...held.keys()],
  };
}
