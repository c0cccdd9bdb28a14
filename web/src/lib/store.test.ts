import { expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

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
