import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isProcessAlive, processStartMark } from './process-identity.ts';
import { systemErrorCode } from './start-problem.ts';

type LockContent = {
  pid: number;
  startMark: string;
  /** Information for other processes, such as the holder's address. */
  note: string;
};

export type HeldLock = {
  setNote(note: string): void;
  release(): void;
};

export type LockAttempt = { ok: true; lock: HeldLock } | { ok: false; pid: number; note: string };

/**
 * Acquires the lock file at `path`; its folder must exist. A lock whose holder is gone is taken over immediately, even
 * after kill -9 and when its pid has been reused since.
 *
 * Not `proper-lockfile`: that one decides by age, so a start after kill -9 would be refused for 10 s, and it does not say
 * which process holds the lock.
 */
export function acquireLock(path: string): LockAttempt {
  const own: LockContent = { pid: process.pid, startMark: processStartMark(process.pid), note: '' };
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  for (;;) {
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
    try {
      // link() is the atomic step: it fails when the name exists, and the file never appears half written.
      linkSync(draft, path);
      return { ok: true, lock: heldLock(path, own) };
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const holder = readLock(path);
    if (holder !== undefined && isHeld(holder)) return { ok: false, pid: holder.pid, note: holder.note };
    if (holder !== undefined) removeStale(path, holder);
  }
}

function heldLock(path: string, content: LockContent): HeldLock {
  let isHeldHere = true;
  return {
    setNote(note) {
      if (!isHeldHere) return;
      content.note = note;
      const draft = `${path}.${process.pid}.note`;
      writeFileSync(draft, JSON.stringify(content), { mode: 0o600 });
      renameSync(draft, path);
    },
    release() {
      if (!isHeldHere) return;
      isHeldHere = false;
      rmSync(path, { force: true });
    },
  };
}

function isHeld(holder: LockContent): boolean {
  return isProcessAlive(holder.pid) && processStartMark(holder.pid) === holder.startMark;
}

function readLock(path: string): LockContent | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as LockContent;
  } catch {
    // Foreign content, or truncated by a full disk: no running process holds it.
    return { pid: 0, startMark: '-', note: '' };
  }
}

/** Two processes may find the same file stale; the rename lets exactly one of them remove it. */
function removeStale(path: string, stale: LockContent): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readLock(aside);
  const isFresh = moved !== undefined && moved.pid !== stale.pid && isHeld(moved);
  if (isFresh) renameSync(aside, path);
  else rmSync(aside, { force: true });
}
