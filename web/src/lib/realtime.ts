import { createStore } from './store.ts';

export type RealtimeStatus = 'off' | 'connecting' | 'connected' | 'disconnected';

/** State of the event connection; `off` while signed out. */
export const realtimeStatus = createStore<RealtimeStatus>('off');

const defaultPollMs = 5_000;

/** Calls `read` at an interval while there is no connection. Returns the function that stops it. */
export function pollWhileDisconnected(read: () => void, everyMs = defaultPollMs): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    if (realtimeStatus.get() === 'connected') {
      clearInterval(timer);
      timer = undefined;
    } else {
      timer ??= setInterval(read, everyMs);
    }
  };
  const unsubscribe = realtimeStatus.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}
