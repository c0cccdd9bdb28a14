import { createStore, useStore } from '#lib/store.ts';
import { keptOwner, readKept, writeKept } from '../kept/kept.ts';
import type { KeptValue } from '../kept/table.ts';

/**
 * The way of this tab's user to a first result: the form that they pressed Generate in, and how far they have come.
 * - `left`: nothing is under way. The form says so, and no dialog opens.
 * - `signing-in`: they have left for the sign-in.
 * - `confirming`: they have returned from a payment that is not known yet.
 * - `ready`: their credits cover the form, which waits for the press that spends them.
 */
export type FirstResult = KeptValue<'first-result'>;

const changes = createStore(0);

/** Follows the way that this tab remembers, if it leads to the form at a path below /creator. */
export function useFirstResult(path: string): FirstResult | undefined {
  useStore(changes);
  useStore(keptOwner);
  const known = readKept('first-result');
  return known?.path === path ? known : undefined;
}

export function keepFirstResult(next: FirstResult | undefined): void {
  writeKept('first-result', next);
  changes.set(changes.get() + 1);
}

/** The path below /creator of a page of this site, as the ways to a first result name it. */
export function findFormPath(page: string | undefined): string {
  return URL.parse(page ?? '', 'http://localhost')?.pathname.replace(/^\/creator\//, '') ?? '';
}
