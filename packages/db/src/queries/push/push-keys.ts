import { preparedQuery, type Queryable } from '../../prepared.ts';

export type PushKeyPair = { publicKey: string; privateKey: string };

const find = preparedQuery<PushKeyPair>(
  'find-push-keys',
  'select public_key as "publicKey", private_key as "privateKey" from push_key',
);

/** The pair that this deployment made at its first start. Returns undefined when it has none yet. */
export async function findPushKeys(on: Queryable): Promise<PushKeyPair | undefined> {
  const [row] = await find(on, []);
  return row;
}

const insert = preparedQuery(
  'insert-push-keys',
  'insert into push_key (public_key, private_key) values ($1, $2) on conflict do nothing',
);

/** Stores the pair of one of several processes that try: read it afterwards. */
export async function insertPushKeys(on: Queryable, { publicKey, privateKey }: PushKeyPair): Promise<void> {
  await insert(on, [publicKey, privateKey]);
}
