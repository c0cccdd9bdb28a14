import type { GenerationRow } from '@atelier/db';
import { createWatches } from '../watch-generations.ts';

/** Generations that a test changes, with the events of their users. */
export function watchedGenerations() {
  const rows = new Map<string, GenerationRow>();
  const listeners = new Map<string, Set<() => void>>();
  const reads: string[][] = [];
  const errors: unknown[] = [];
  let failure: Error | undefined;
  const notify = (userId: string) => {
    for (const listener of listeners.get(userId) ?? []) listener();
  };
  const watches = createWatches({
    onUserMessage(userId, listener) {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      return () => void own.delete(listener);
    },
    async read(_userId, ids) {
      reads.push(ids);
      if (failure) throw failure;
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    onError: (error) => void errors.push(error),
  });
  return {
    watches,
    reads,
    errors,
    delete: (id: string) => void rows.delete(id),
    row(id: string): GenerationRow {
      const row = rows.get(id);
      if (!row) throw new Error(`There is no generation ${id}`);
      return row;
    },
    add(userId: string, status = 'IN_QUEUE'): string {
      const id = `g${rows.size + 1}`;
      rows.set(id, {
        id,
        user_id: userId,
        status,
        revision: 1,
        queue_position: 0,
        finished_at: null,
      } as never);
      return id;
    },
    /** A change whose event arrives; `isLost`: it does not. */
    change(id: string, status: string, { isLost } = { isLost: false }) {
      const row = rows.get(id);
      if (!row) throw new Error(`There is no generation ${id}`);
      const finished = status === 'COMPLETED' ? new Date() : null;
      rows.set(id, { ...row, status, revision: row.revision + 1, finished_at: finished } as never);
      if (!isLost) notify(row.user_id);
    },
    notify,
    /** Every read fails; undefined: no longer. */
    fail(error: Error | undefined) {
      failure = error;
    },
    listeners: (userId: string) => listeners.get(userId)?.size ?? 0,
  };
}
