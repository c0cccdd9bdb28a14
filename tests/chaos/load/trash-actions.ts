import { mediumFacts } from '@atelier/catalog';
import { type Action, pickOwn } from './other-actions.ts';

/** Deletes a generation by the call of its medium, or by that of the library. */
export const deleteOne: Action = async ({ log, chance }, user) => {
  const id = pickOwn(chance, user);
  const submission = id === undefined ? undefined : user.generations.get(id);
  if (id === undefined || !submission) return;
  const { historyApiPath, isSet } = mediumFacts[submission.kind.medium];
  const { client } = user;
  const ids = { ids: [id], deleteFiles: true };
  const isByLibrary = chance.isTrue(0.3);
  const { outcome } = await log.run({ userId: client.userId, action: 'delete', subject: id }, () =>
    isByLibrary
      ? client.send('POST', '/api/library/trash', ids)
      : client.send('DELETE', `${historyApiPath}/delete`, isSet ? ids : { id, deleteFiles: true }),
  );
  if (outcome === 'fail') return;
  user.generations.delete(id);
  // A webhook that was sent while it was deleted says so for ever.
  if (outcome === 'ok' && !('webhook_url' in submission.body)) user.trashed.add(id);
};

/** Restores a generation that no later action touches, so that its final state is known. */
export const restoreOne: Action = async ({ log, chance }, { client, trashed }) => {
  const id = takeOne(chance, trashed);
  if (id === undefined) return;
  await log.run({ userId: client.userId, action: 'restore', subject: id }, () =>
    client.send('POST', '/api/library/restore', { ids: [id] }),
  );
};

export const deleteForGood: Action = async ({ log, chance }, { client, trashed }) => {
  const id = takeOne(chance, trashed);
  if (id === undefined) return;
  await log.run({ userId: client.userId, action: 'empty', subject: id }, () =>
    client.send('DELETE', '/api/trash', { ids: [id] }),
  );
};

function takeOne(chance: Parameters<Action>[0]['chance'], trashed: Set<string>): string | undefined {
  const id = trashed.size === 0 ? undefined : chance.pick([...trashed]);
  if (id !== undefined) trashed.delete(id);
  return id;
}
