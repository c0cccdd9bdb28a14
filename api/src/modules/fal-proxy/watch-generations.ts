import type { GenerationRow } from '@atelier/db';

type Watch = {
  userId: string;
  id: string;
  /** Called with the row after a change of it or of its place in the line; undefined: it is gone. */
  onRow: (row: GenerationRow | undefined) => void;
};

export type Watches = {
  /** `readsNow`: also calls `onRow` for the state of this moment. Returns the function that ends it. */
  watch: (watch: Watch, options?: { readsNow: boolean }) => () => void;
};

type Source = {
  /** Calls the listener when something of this user has changed; returns the function that unsubscribes. */
  onUserMessage: (userId: string, listener: () => void) => () => void;
  /** Rows of this user, those that are gone left out. */
  read: (userId: string, ids: string[]) => Promise<GenerationRow[]>;
  /** The read is repeated. */
  onError: (error: unknown) => void;
};

/** Changes within this time are read together. A client that asks twice a second learns of them later on average. */
const restMs = 100;
/** Pause until a read that failed is repeated. */
const retryMs = 1_000;

/**
 * Watches generations for those who follow them. All that are followed of one user are read together, so that an event
 * costs one query and not one for each follower, of which a user may have a thousand.
 */
export function createWatches(source: Source): Watches {
  const users = new Map<string, UserWatches>();
  return {
    watch(watch, { readsNow } = { readsNow: false }) {
      const user = users.get(watch.userId) ?? watchUser(source, watch.userId);
      users.set(watch.userId, user);
      const seen = { watch, state: undefined };
      user.watched.add(seen);
      if (readsNow) user.refresh();
      return () => {
        user.watched.delete(seen);
        if (user.watched.size > 0 || users.get(watch.userId) !== user) return;
        users.delete(watch.userId);
        user.stop();
      };
    },
  };
}

type Watched = { watch: Watch; state: string | undefined };
type UserWatches = { watched: Set<Watched>; refresh: () => void; stop: () => void };

function watchUser({ onUserMessage, read, onError }: Source, userId: string): UserWatches {
  const watched = new Set<Watched>();
  let isStale = false;
  let isReading = false;

  const readOnce = async () => {
    const asked = [...watched];
    const ids = [...new Set(asked.map(({ watch }) => watch.id))];
    const rows = new Map((await read(userId, ids)).map((row) => [row.id, row]));
    for (const each of asked) if (watched.has(each)) report(each, rows.get(each.watch.id));
  };
  const readWhileStale = async () => {
    isReading = true;
    while (isStale && watched.size > 0) {
      isStale = false;
      let waitMs = restMs;
      try {
        await readOnce();
      } catch (error) {
        // An outage of the database ends nothing that is followed.
        onError(error);
        isStale = true;
        waitMs = retryMs;
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    isReading = false;
  };
  const refresh = () => {
    isStale = true;
    if (!isReading) void readWhileStale();
  };
  return { watched, refresh, stop: onUserMessage(userId, refresh) };
}

/** The revision rises with every change of a row; its place in the line is that of others as well. */
function report(each: Watched, row: GenerationRow | undefined): void {
  const state = `${row?.revision}:${row?.queue_position}`;
  if (state === each.state) return;
  each.state = state;
  each.watch.onRow(row);
}
