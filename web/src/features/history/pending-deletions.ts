type Options = {
  /** Sends the deletion. `isLeaving`: the page may be gone before the answer comes. */
  send: (id: string, isLeaving: boolean) => Promise<void>;
  /** How long a deletion can be taken back. */
  undoMs: number;
  onDone: (id: string) => void;
  onFailed: (id: string, error: unknown) => void;
};

/**
 * Deletions that were confirmed but can still be undone. A record is hidden from the moment it is scheduled until
 * its deletion was undone, refused, or done and no longer listed.
 */
export class PendingDeletions {
  readonly #options: Options;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
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

  schedule(id: string): void {
    if (this.#hiddenIds.has(id)) return;
    this.#timers.set(
      id,
      setTimeout(() => void this.#send(id, false), this.#options.undoMs),
    );
    this.#setHidden(id, true);
  }

  /** True when it was not too late. */
  undo(id: string): boolean {
    const timer = this.#timers.get(id);
    if (timer === undefined) return false;
    clearTimeout(timer);
    this.#timers.delete(id);
    this.#setHidden(id, false);
    return true;
  }

  /** Sends everything that waits, at once: the person leaves the page. */
  flush(): void {
    for (const [id, timer] of [...this.#timers]) {
      clearTimeout(timer);
      void this.#send(id, true);
    }
  }

  async #send(id: string, isLeaving: boolean): Promise<void> {
    this.#timers.delete(id);
    try {
      await this.#options.send(id, isLeaving);
      this.#options.onDone(id);
    } catch (error) {
      this.#setHidden(id, false);
      this.#options.onFailed(id, error);
    }
  }

  #setHidden(id: string, isHidden: boolean): void {
    const next = new Set(this.#hiddenIds);
    if (isHidden) next.add(id);
    else next.delete(id);
    this.#hiddenIds = next;
    for (const listener of this.#listeners) listener();
  }
}
