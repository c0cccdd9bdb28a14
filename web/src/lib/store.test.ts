import { expect, it, vi } from 'vitest';
import { createSignal, createStore } from './store.ts';

it('a listener that subscribed twice is called until both of its subscriptions have ended', () => {
  const store = createStore(0);
  const listener = vi.fn();
  const [first, second] = [store.subscribe(listener), store.subscribe(listener)];
  first();
  first();
  store.set(1);
  expect(listener).toHaveBeenCalledOnce();
  second();
  store.set(2);
  expect(listener).toHaveBeenCalledOnce();
});

it('a signal hands each event to its listeners, also when it is the same again', () => {
  const signal = createSignal<string>();
  const listener = vi.fn();
  const stop = signal.subscribe(listener);
  signal.notify('a');
  signal.notify('a');
  stop();
  signal.notify('b');
  expect(listener.mock.calls).toEqual([['a'], ['a']]);
});
