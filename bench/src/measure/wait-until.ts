import { setTimeout as wait } from 'node:timers/promises';

type Options = { limitMs: number; everyMs?: number };

/** Polls until the condition holds. Returns false on timeout. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  { limitMs, everyMs = 50 }: Options,
): Promise<boolean> {
  const endsAt = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > endsAt) return false;
    await wait(everyMs);
  }
  return true;
}
