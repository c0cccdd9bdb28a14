type Options = {
  /** Sends the deletion. `isLeaving`: the page may be gone before the answer comes. */
  send: (batch: DeletionBatch, isLeaving: boolean) => Promise<void>;
  /** How long a deletion can be taken back. */
  undoMs: number;
  onDone: (batch: DeletionBatch) => void;
  onFailed: (batch: DeletionBatch, error: unknown) => void;
};

/** Records that were deleted in one go, and come back in one. */
export type DeletionBatch = { readonly ids: readonly string[] };

/**
 * Deletions that were confirmed but can still be undone. A record is hidden from the moment it is scheduled until
 * its deletion was undone, refused, or done and no longer listed.
 */
export class PendingDeletions {
  readonly #options: Options;
  readonly #timers = new Map<DeletionBatch, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();
  #hiddenIds: ReadonlySet<string> = new Set();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The same set until something changes, as a store's snapshot has to be. */
  get hiddenIds(): ReadonlySet<string> {
    return this.#hiddenIds;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Undefined when all of them are being deleted already. */
  schedule(ids: readonly string[]): DeletionBatch | undefined {
    const batch = { ids: ids.filter((id) => !this.#hiddenIds.has(id)) };
    if (batch.ids.length === 0) return undefined;
    this.#timers.set(
      batch,
      setTimeout(() => void this.#send(batch, false), this.#options.undoMs),
    );
    this.#setHidden(batch, true);
    return batch;
  }

  /** True when it was not too late. */
  undo(batch: DeletionBatch): boolean {
    const timer = this.#timers.get(batch);
    if (timer === undefined) return false;
    clearTimeout(timer);
    this.#timers.delete(batch);
    this.#setHidden(batch, false);
    return true;
  }

  /** Sends everything that waits, at once: the user leaves the page. */
  flush(): void {
    for (const [batch, timer] of [...this.#timers]) {
      clearTimeout(timer);
      void this.#send(batch, true);
    }
  }

  async #send(batch: DeletionBatch, isLeaving: boolean): Promise<void> {
    this.#timers.delete(batch);
    try {
      await this.#options.send(batch, isLeaving);
      this.#options.onDone(batch);
    } catch (error) {
      this.#setHidden(batch, false);
      this.#options.onFailed(batch, error);
    }
  }

  #setHidden({ ids }: DeletionBatch, isHidden: boolean): void {
    const next = new Set(this.#hiddenIds);
    for (const id of ids) {
      if (isHidden) next.add(id);
      else next.delete(id);
    }
    this.#hiddenIds = next;
    for (const listener of this.#listeners) listener();
  }
}
