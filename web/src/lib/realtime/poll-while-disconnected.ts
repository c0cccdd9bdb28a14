import { realtimeStatus } from '#lib/realtime.ts';

/** Ruling 1: the spec's interval for video, used only while the socket is gone for longer than that. */
const pollEveryMs = 5_000;

/** Calls `read` again and again for as long as there is no connection. Returns the function that ends it. */
export function pollWhileDisconnected(read: () => void, everyMs = pollEveryMs): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    const isConnected = realtimeStatus.get() === 'connected';
    if (isConnected) {
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
