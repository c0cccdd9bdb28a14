import { randomUUID } from 'node:crypto';
import { benchInput, benchKind } from '../bench-input.ts';
import type { HttpCall } from '../measure/load-http.ts';
import type { BenchUser } from './insert-users.ts';
import type { Harness } from './open-harness.ts';

/** Submits like the web app, to one of the api processes; returns the generation's id. */
export async function submitVideo({ stack }: Harness, apiUrl: string, user: BenchUser): Promise<string> {
  const { method, path, headers, body } = createVideoCall(user, stack.url);
  const response = await fetch(`${apiUrl}${path}`, { method, headers, body });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The submission was answered ${response.status}: ${answer}`);
  return (JSON.parse(answer) as { id: string }).id;
}

/** A submission as the web app sends it, with idempotency key, origin and session. */
export function createVideoCall(user: BenchUser, origin: string): HttpCall {
  return {
    method: 'POST',
    path: '/api/wan/createVideo',
    headers: { 'content-type': 'application/json', origin, cookie: user.cookie },
    body: JSON.stringify({ ...benchInput, video_generation_type: benchKind.id, request_id: randomUUID() }),
  };
}

/** Cycles through the items. */
export function inTurn<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next++ % items.length];
    if (item === undefined) throw new Error('There are no items');
    return item;
  };
}
