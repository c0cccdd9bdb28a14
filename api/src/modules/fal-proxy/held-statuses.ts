// Long polling within fal's protocol, in which a request for a status has no room for "since when": a reply is held for a
// caller that was just answered the same, and never where it could keep another request of that caller waiting.
import type { GenerationRow } from '@atelier/db';
import type { Watches } from './watch-generations.ts';

/** Far below the 30 s after which the first proxies give up. */
const holdMs = 4_000;
/** A caller that comes back within this time follows; fal's client comes back after half a second. */
const followingMs = 3_000;
/** How often in a row the same is answered at once. */
const repeats = 2;
/** Most statuses that a process holds. */
const maxHeld = 10_000;
/** While one reply is held, a caller with fewer connections than generations could ask less often for the others. */
const maxFollowedPerConnection = 8;

/** `peak`: the most statuses that it asked for at a time, lately. */
type Caller = { inFlight: number; peak: number; held: number; answered: Map<string, Answered> };
type Answered = { said: string; times: number; atMs: number; isHeld: boolean };

type Asked = {
  /** The credential. */
  callerId: string;
  /** How many replies of this caller may be held at a time. */
  maxHeldOfCaller: number;
  userId: string;
  id: string;
  hasLogs: boolean;
  read: () => Promise<GenerationRow>;
  /** Content of the reply, without times that differ in each. */
  describe: (row: GenerationRow) => string;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
};

export type HeldStatuses = {
  /** The row to answer with: at once, or when it says something else, or after some seconds. */
  read: (asked: Asked) => Promise<GenerationRow>;
  heldCount: () => number;
  /** Releases all. From then on none is held. */
  close: () => void;
};

export function createHeldStatuses(watches: Watches): HeldStatuses {
  const callers = new Map<string, Caller>();
  const closing = new AbortController();
  let held = 0;
  const forgetting = setInterval(() => forgetQuiet(callers), 1_000).unref();

  const hold = async (asked: Asked, caller: Caller, last: Answered): Promise<GenerationRow> => {
    const { read, describe } = asked;
    last.isHeld = true;
    caller.held += 1;
    held += 1;
    // Watches before the row is read, so that no change is missed in between.
    const change = waitForChange(watches, asked, { said: last.said, closing: closing.signal });
    try {
      const row = await read();
      if (describe(row) !== last.said) return row;
      return (await change.changed) ?? row;
    } finally {
      change.stop();
      last.isHeld = false;
      caller.held -= 1;
      held -= 1;
    }
  };

  const readFor = async (asked: Asked, caller: Caller): Promise<GenerationRow> => {
    const key = `${asked.id}:${asked.hasLogs}`;
    const last = caller.answered.get(key);
    const isAlreadyHeld = last?.isHeld === true;
    const isHeld = held < maxHeld && !closing.signal.aborted && last && canHold(asked, caller, last);
    const row = isHeld ? await hold(asked, caller, last) : await asked.read();
    // Another request of this caller waits for the same, and is answered with what comes next.
    if (isAlreadyHeld) return row;
    if (row.finished_at) caller.answered.delete(key);
    else caller.answered.set(key, remember(last, asked.describe(row)));
    return row;
  };

  return {
    async read(asked) {
      const caller = callers.get(asked.callerId) ?? { inFlight: 0, peak: 0, held: 0, answered: new Map() };
      callers.set(asked.callerId, caller);
      caller.inFlight += 1;
      caller.peak = Math.max(caller.peak, caller.inFlight);
      try {
        return await readFor(asked, caller);
      } finally {
        caller.inFlight -= 1;
      }
    },
    heldCount: () => held,
    close() {
      clearInterval(forgetting);
      closing.abort();
    },
  };
}

function canHold({ maxHeldOfCaller }: Asked, caller: Caller, last: Answered): boolean {
  if (last.isHeld || last.times < repeats || Date.now() - last.atMs > followingMs) return false;
  if (caller.held >= maxHeldOfCaller) return false;
  const followed = caller.answered.size;
  return followed === 1 || (caller.peak > 1 && followed <= caller.peak * maxFollowedPerConnection);
}

function remember(last: Answered | undefined, said: string): Answered {
  const atMs = Date.now();
  const isRepeated = last?.said === said && atMs - last.atMs <= followingMs + holdMs;
  return { said, times: isRepeated ? last.times + 1 : 1, atMs, isHeld: false };
}

/** Resolves to the changed row, or to undefined when none came in time or waiting has no purpose any more. */
function waitForChange(
  watches: Watches,
  { userId, id, describe, signal }: Asked,
  { said, closing }: { said: string; closing: AbortSignal },
): { changed: Promise<GenerationRow | undefined>; stop: () => void } {
  const { promise: changed, resolve } = Promise.withResolvers<GenerationRow | undefined>();
  const end = () => resolve(undefined);
  const onRow = (row: GenerationRow | undefined) => {
    if (!row || describe(row) !== said) resolve(row);
  };
  const unwatch = watches.watch({ userId, id, onRow });
  const timer = setTimeout(end, holdMs);
  if (signal.aborted || closing.aborted) end();
  for (const each of [signal, closing]) each.addEventListener('abort', end, { once: true });
  const stop = () => {
    unwatch();
    clearTimeout(timer);
    for (const each of [signal, closing]) each.removeEventListener('abort', end);
  };
  return { changed, stop };
}

function forgetQuiet(callers: Map<string, Caller>): void {
  const nowMs = Date.now();
  for (const [id, caller] of callers) {
    const { answered, inFlight } = caller;
    // A program that submits or asks in parallel may go on to ask one after the other.
    caller.peak = Math.max(inFlight, Math.floor(caller.peak / 2));
    for (const [key, { atMs, isHeld }] of answered)
      if (!isHeld && nowMs - atMs > followingMs) answered.delete(key);
    if (inFlight === 0 && answered.size === 0) callers.delete(id);
  }
}
