import { randomUUID } from 'node:crypto';
import type { FilmReply, PublicFilm } from '@atelier/contract';
import { expect } from 'vitest';
import type { TestUser } from './start-test-api.ts';

/** Costs 300 credits. */
export const newShot = (changes: object = {}) => ({
  id: randomUUID(),
  prompt: 'A boat leaves the harbour',
  kind: 'text-to-video',
  seconds: 5,
  ...changes,
});

export const newShots = (count: number, changes: object = {}) =>
  Array.from({ length: count }, () => newShot(changes));

export const postFilm = (user: TestUser, document?: object, more: object = {}) =>
  user.post('/api/films', { name: 'Harbour', document, ...more });

export async function createFilm(user: TestUser, document?: object, more: object = {}): Promise<PublicFilm> {
  const reply = await postFilm(user, document, more);
  expect([reply.status, reply.body]).toMatchObject([200, { film: {} }]);
  return (reply.body as FilmReply).film;
}

export const readFilm = async (user: TestUser, id: string) =>
  ((await user.get(`/api/films/${id}`)).body as FilmReply).film;
