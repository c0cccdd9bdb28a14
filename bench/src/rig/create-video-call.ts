import { randomUUID } from 'node:crypto';
import type { HttpCall } from '../measure/load-http.ts';
import type { BenchUser } from './insert-users.ts';
import { benchInput, benchKind } from './new-generation.ts';

/** A submission as the web app sends it: its own idempotency key, its Origin, its session. */
export function createVideoCall(user: BenchUser, origin: string): HttpCall {
  return {
    method: 'POST',
    path: '/api/wan/createVideo',
    headers: { 'content-type': 'application/json', origin, cookie: user.cookie },
    body: JSON.stringify({ ...benchInput, video_generation_type: benchKind.id, request_id: randomUUID() }),
  };
}

/** Takes one after the other, for ever. */
export function inTurn<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next++ % items.length];
    if (item === undefined) throw new Error('There is nothing to take in turn');
    return item;
  };
}
