import { useSyncExternalStore } from 'react';

export type Signal<Event = void> = {
  notify: (event: Event) => void;
  subscribe: (listener: (event: Event) => void) => () => void;
};

/** An event outside React: notifies its listeners each time that it happens, and keeps nothing. */
export function createSignal<Event = void>(): Signal<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    notify: (event) => listeners.forEach((listener) => void listener(event)),
    subscribe(listener) {
      // Components share listeners, and unsubscribing one must not end the subscriptions of the others.
      const own = (event: Event) => listener(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}

export type Store<State> = {
  get: () => State;
  set: (state: State) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A value outside React that notifies its listeners when it is replaced. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const { notify, subscribe } = createSignal();
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      notify();
    },
    subscribe,
  };
}

/** Rerenders when the value is replaced. */
export function useStore<State>(store: Pick<Store<State>, 'get' | 'subscribe'>): State {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
