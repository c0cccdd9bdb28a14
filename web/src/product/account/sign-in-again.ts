import { useEffect, useState } from 'react';
import { currentPath } from '#lib/navigation/own-path.ts';
import { leaveForSignIn } from '#product/api/account.ts';
import { keptOwner, readKept, writeKept } from '#product/kept/kept.ts';

const mounted = new Map<string, unknown>();
const openedPath = import.meta.env.SSR ? '' : currentPath();
/** Values of this page's forms when their user left it to sign in again. */
let kept: Record<string, unknown> | undefined;

// Values are taken once, as soon as it is known that the same user has signed in: a later visit starts empty.
if (!import.meta.env.SSR) {
  takeKept();
  keptOwner.subscribe(takeKept);
}

/** Leaves for the sign-in, and returns to this page with every `useReturnState` as it is now. */
export function leaveToSignInAgain(): void {
  const path = currentPath();
  writeKept('return', { path, states: Object.fromEntries(mounted) });
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
    if (kept && Object.hasOwn(kept, name)) return kept[name] as Value;
    return initial instanceof Function ? initial() : initial;
  });
  // Only the first form of this name gets it: one that is opened later starts empty.
  useEffect(() => {
    delete kept?.[name];
  }, [name]);
  useEffect(() => {
    mounted.set(name, value);
    return () => void mounted.delete(name);
  }, [name, value]);
  return [value, setValue];
}

function takeKept(): void {
  const found = readKept('return');
  if (!found) return;
  writeKept('return', undefined);
  if (found.path === openedPath) kept = { ...found.states };
}
