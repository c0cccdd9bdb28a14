import i18next from 'i18next';
import { useEffect, useSyncExternalStore } from 'react';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { showToast } from '#ui/show-toast.ts';

const undoMs = 10_000;

/** How the generations of a history are deleted. */
export type DeletableMedium = {
  type: HistoryType;
  remove: (ids: readonly string[], isLeaving: boolean) => Promise<unknown>;
  /** Reads the lists again after a deletion. */
  refresh: () => void;
};

/** Generations that were deleted together and are restored together. */
export type DeletionBatch<Medium> = { readonly ids: readonly string[]; readonly medium: Medium };

type Options<Medium> = {
  undoMs: number;
  /** `isLeaving`: the page may be gone before the reply arrives. */
  send: (batch: DeletionBatch<Medium>, isLeaving: boolean) => Promise<unknown>;
  onDone: (batch: DeletionBatch<Medium>) => void;
  onFailed: (batch: DeletionBatch<Medium>, error: unknown) => void;
};

/**
 * Deletions that were confirmed but can still be undone. A generation is hidden from the moment it is scheduled until
 * its deletion was undone, refused, or done and no longer listed.
 */
export class PendingDeletions<Medium> {
  readonly #options: Options<Medium>;
  readonly #timers = new Map<DeletionBatch<Medium>, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();
  #hiddenIds: ReadonlySet<string> = new Set();

  constructor(options: Options<Medium>) {
    this.#options = options;
  }

  /** The same set until something changes, as required of a store's snapshot. */
  get hiddenIds(): ReadonlySet<string> {
    return this.#hiddenIds;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Undefined when all of them are being deleted already. */
  schedule(ids: readonly string[], medium: Medium): DeletionBatch<Medium> | undefined {
    const batch = { ids: ids.filter((id) => !this.#hiddenIds.has(id)), medium };
    if (batch.ids.length === 0) return undefined;
    this.#timers.set(
      batch,
      setTimeout(() => void this.#send(batch, false), this.#options.undoMs),
    );
    this.#setHidden(batch.ids, true);
    return batch;
  }

  /** Returns whether it was still in time. */
  undo(batch: DeletionBatch<Medium>): boolean {
    const timer = this.#timers.get(batch);
    if (timer === undefined) return false;
    clearTimeout(timer);
    this.#timers.delete(batch);
    this.#setHidden(batch.ids, false);
    return true;
  }

  /** Sends everything that is waiting, because the user leaves the page. */
  flush(): void {
    for (const [batch, timer] of [...this.#timers]) {
      clearTimeout(timer);
      void this.#send(batch, true);
    }
  }

  async #send(batch: DeletionBatch<Medium>, isLeaving: boolean): Promise<void> {
    this.#timers.delete(batch);
    try {
      await this.#options.send(batch, isLeaving);
      this.#options.onDone(batch);
    } catch (error) {
      this.#setHidden(batch.ids, false);
      this.#options.onFailed(batch, error);
    }
  }

  #setHidden(ids: readonly string[], isHidden: boolean): void {
    const next = new Set(this.#hiddenIds);
    for (const id of ids) {
      if (isHidden) next.add(id);
      else next.delete(id);
    }
    this.#hiddenIds = next;
    for (const listener of this.#listeners) listener();
  }
}

// One for the whole app, because a deletion that can still be undone outlives the page's components.
const pending = new PendingDeletions<DeletableMedium>({
  undoMs,
  send: (batch, isLeaving) => {
    closeToast(batch);
    return batch.medium.remove(batch.ids, isLeaving);
  },
  onDone: ({ medium }) => medium.refresh(),
  onFailed: ({ ids }) =>
    void showToast(i18next.t('history:delete.failed', { count: ids.length }), { tone: 'error' }),
});

const toastsToClose = new Map<DeletionBatch<DeletableMedium>, () => void>();

function closeToast(batch: DeletionBatch<DeletableMedium>): void {
  toastsToClose.get(batch)?.();
  toastsToClose.delete(batch);
}

/** Hides the generations and offers to undo for ten seconds, after which they are deleted. */
export function deleteWithUndo(ids: readonly string[], medium: DeletableMedium): void {
  const batch = pending.schedule(ids, medium);
  if (!batch) return;
  const close = showToast(i18next.t(`history:types.${medium.type}.deleted`, { count: batch.ids.length }), {
    durationMs: undoMs,
    action: { label: i18next.t('history:delete.undo'), onPress: () => pending.undo(batch) },
  });
  toastsToClose.set(batch, close);
}

/** The ids of what is being deleted. Leaving the page sends the deletions that are waiting. */
export function useHiddenIds(): ReadonlySet<string> {
  useEffect(() => {
    const flush = () => pending.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  const read = () => pending.hiddenIds;
  return useSyncExternalStore(pending.subscribe, read, read);
}
