import type { KindStatus, StatusReply } from '@atelier/contract';
import { expect, it } from 'vitest';
import { listHeldKinds, readTrouble } from './model-status.ts';

const since = '2026-01-01T00:00:00.000Z';

/** Reply with what these tests are about. */
function replyWith(kinds: Partial<KindStatus>[], provider_held_since: string | null = null): StatusReply {
  const sound = { held_since: null, successor: null, is_failing: false };
  return {
    counted_to: since,
    provider_held_since,
    kinds: kinds.map((kind) => ({ ...sound, ...kind }) as KindStatus),
  };
}

it('a kind waits while it or the provider is held, fails while only its results do, and is sound otherwise', () => {
  const kinds = [
    { id: 'held', held_since: since, is_failing: true },
    { id: 'failing', is_failing: true },
    { id: 'sound' },
  ];
  const read = (status: StatusReply) => kinds.map(({ id }) => readTrouble(status, id));
  expect(read(replyWith(kinds))).toEqual(['waits', 'fails', undefined]);
  expect(read(replyWith(kinds, since))).toEqual(['waits', 'waits', 'waits']);
  expect(readTrouble(undefined, 'held')).toBeUndefined();
});

it('the held kinds are those whose own model is down', () => {
  expect(listHeldKinds(replyWith([{ id: 'held', held_since: since }, { id: 'sound' }], since))).toEqual([
    'held',
  ]);
  expect(listHeldKinds(undefined)).toEqual([]);
});
