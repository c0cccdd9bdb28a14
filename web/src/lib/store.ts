import { useSyncExternalStore } from 'react';

export type Store<State> = {
  get: () => State;
  set: (state: State) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A value outside React that notifies its listeners when it is replaced. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      // Components share listeners, and unsubscribing one must not end the subscriptions of the others.
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}

/** Rerenders when the value is replaced. */
export function useStore<State>(store: Pick<Store<State>, 'get' | 'subscribe'>): State {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
