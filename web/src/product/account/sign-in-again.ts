import { useEffect, useState } from 'react';
import { leaveForSignIn } from '#lib/api/account.ts';
import { currentPath } from '#lib/navigation/own-path.ts';
import { accountStore } from './account-store.ts';

/** What the forms of a page held when their user left it to sign in again. */
type Kept = { path: string; userId: string; states: Record<string, unknown> };

const storageKey = 'atelier.return';
const mounted = new Map<string, unknown>();
const kept = takeKept();

/** Leaves for the sign-in, and returns to this page with every `useReturnState` as it is now. */
export function leaveToSignInAgain(): void {
  const { info } = accountStore.get();
  const path = currentPath();
  if (info) keep({ path, userId: info.user.id, states: Object.fromEntries(mounted) });
  leaveForSignIn(path, { isAgain: true });
}

/**
 * useState for a value that is still there after its user signed in again: what was typed into a form, or that the
 * form's dialog is open. `name` is unique on its page; the value must survive JSON.
 */
export function useReturnState<Value>(
  name: string,
  initial: Value | (() => Value),
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    if (isKept(name)) return kept?.states[name] as Value;
    return initial instanceof Function ? initial() : initial;
  });
  // Only the first form of this name gets it: one that is opened later starts empty.
  useEffect(() => {
    delete kept?.states[name];
  }, [name]);
  useEffect(() => {
    mounted.set(name, value);
    return () => void mounted.delete(name);
  }, [name, value]);
  return [value, setValue];
}

/** Not for another user, who may have signed in instead. */
function isKept(name: string): boolean {
  return kept?.userId === accountStore.get().info?.user.id && Object.hasOwn(kept?.states ?? {}, name);
}

function keep(state: Kept): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(state));
  } catch (error) {
    console.warn('What was typed could not be kept in this browser', error);
  }
}

/** Read once, when the page loads: a later visit to the same page starts empty. */
function takeKept(): Kept | undefined {
  if (import.meta.env.SSR) return undefined;
  try {
    const text = window.sessionStorage.getItem(storageKey);
    if (text === null) return undefined;
    window.sessionStorage.removeItem(storageKey);
    const state = JSON.parse(text) as Kept;
    return state.path === currentPath() ? state : undefined;
  } catch (error) {
    console.warn('What was typed could not be read back', error);
    return undefined;
  }
}
