import type { KindClosure } from '@atelier/contract';
import { useEffect } from 'react';
import { request } from '#lib/api/request.ts';
import { realtimeStatus } from '#lib/realtime.ts';
import { createStore, useStore } from '#lib/store.ts';

type Closures = ReadonlyMap<string, KindClosure>;
const none: Closures = new Map();

/** Closed kinds; undefined until a component has needed them. */
const closures = createStore<Closures | undefined>(undefined);
let lastTurn = 0;
let pending = 0;

/** Kinds that are closed or leave. Read once; events keep them current while there is a connection. */
export function useKindClosures(): Closures {
  useEffect(() => {
    const isCurrent = closures.get() && realtimeStatus.get() === 'connected';
    if (!isCurrent && pending === 0) readKindClosures();
  }, []);
  return useStore(closures) ?? none;
}

export function findKindClosure(kindId: string): KindClosure | undefined {
  return closures.get()?.get(kindId);
}

/** The kind whose form to open instead of a closed one; the kind itself while it is open or nothing follows it. */
export function openKindFor(kindId: string): string {
  const closure = findKindClosure(kindId);
  return (closure?.is_closed && closure.successor) || kindId;
}

/** Reads which kinds are closed. The read that started last wins, whatever the order of replies; failed ones change nothing. */
export function readKindClosures(): void {
  lastTurn += 1;
  const turn = lastTurn;
  pending += 1;
  request('GET /api/kinds/closures')
    .then((reply) => {
      if (turn === lastTurn) setKindClosures(reply.closures);
    })
    .catch((error: unknown) => console.warn('The closed models could not be read', error))
    .finally(() => {
      pending -= 1;
    });
}

/** Reads the closures again after an event or a connect, but not on pages that have not needed them. */
export function rereadKindClosures(): void {
  if (lastTurn > 0) readKindClosures();
}

export function setKindClosures(known: readonly KindClosure[]): void {
  closures.set(new Map(known.map((closure) => [closure.kind, closure])));
}
