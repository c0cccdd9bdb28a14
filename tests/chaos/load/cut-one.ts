import { randomUUID } from 'node:crypto';
import type { PublicGeneration } from '@atelier/contract';
import { type SubmitDeps, uploadOne } from './submit.ts';
import type { User } from './user.ts';

/** Joins a video of the user's with itself. Asks twice with one id: one may be made. */
export async function cutOne(deps: SubmitDeps, user: User): Promise<void> {
  const url = (await findResult(deps, user)) ?? (await uploadOne(deps, user, 'video'));
  if (url === undefined) return;
  const clips = [
    { url, start: 0, end: 0.4 },
    { url, start: 0, end: 0.3, is_reversed: true },
  ];
  const { client } = user;
  const subject = randomUUID();
  const ask = () =>
    deps.log.run({ userId: client.userId, action: 'cut', subject }, () =>
      client.send('POST', '/api/cuts', { plan: { clips }, request_id: subject }),
    );
  await Promise.all([ask(), ask()]);
}

/** The address of a video that was made for the user, if one is found at once. */
async function findResult({ log, chance }: SubmitDeps, user: User): Promise<string | undefined> {
  const { client, page, generations } = user;
  const made = [...generations].filter(
    ([id, { kind }]) => kind.medium === 'video' && page.states.get(id)?.status === 'completed',
  );
  if (made.length === 0) return undefined;
  const [id] = chance.pick(made);
  const { outcome, body } = await log.run({ userId: client.userId, action: 'read', subject: id }, () =>
    client.send('GET', `/api/generations/${id}`),
  );
  if (outcome !== 'ok') return undefined;
  return (body as { generation: PublicGeneration }).generation.outputs[0]?.url ?? undefined;
}
