import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getKind } from '@atelier/catalog';
import type { FilmReply, MakeShotsReply } from '@atelier/contract';
import type { ActionDeps } from './other-actions.ts';
import type { User } from './user.ts';

const tries = 6;
const kind = getKind('text-to-video');

/** Has the shots of a new film made, twice under one id, and repeats that until there is a definite answer. */
export async function makeFilm({ log, chance }: ActionDeps, user: User): Promise<void> {
  const { client } = user;
  const shots = Array.from({ length: Math.floor(chance.between(2, 4)) }, () => ({
    id: randomUUID(),
    prompt: 'A boat',
    kind: kind.id,
    seconds: 5,
  }));
  const { outcome, body } = await log.run(
    { userId: client.userId, action: 'film', subject: randomUUID() },
    () => client.send('POST', '/api/films', { name: 'Boats', document: { shots } }),
  );
  if (outcome !== 'ok') return;
  const { film } = body as FilmReply;
  const key = randomUUID();
  const ask = () =>
    log.run({ userId: client.userId, action: 'make', subject: key }, () =>
      client.send('POST', `/api/films/${film.id}/make`, { revision: film.revision, request_id: key }),
    );
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const answers = await Promise.all([ask(), ask()]);
    const made = answers.find((answer) => answer.outcome === 'ok');
    if (made) return follow(user, key, made.body as MakeShotsReply);
    if (answers.every(({ outcome, code }) => outcome === 'fail' && code !== 'in_progress')) return;
    await wait(300 * 2 ** attempt);
  }
}

function follow(user: User, key: string, { film }: MakeShotsReply): void {
  for (const [index, { generation }] of (film?.takes ?? []).entries())
    user.generations.set(generation.id, {
      kind,
      body: {},
      scenario: '',
      key: `${key} ${index}`,
      isByProgram: false,
    });
}
