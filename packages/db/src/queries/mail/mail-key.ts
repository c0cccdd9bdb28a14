import { preparedQuery, type Queryable } from '../../prepared.ts';

const find = preparedQuery<{ key: Buffer }>('find-mail-key', 'select key from mail_key');

/** Reads the 32 bytes that sign the links of mails, which the first process that needs them makes. Undefined before that. */
export async function findMailKey(on: Queryable): Promise<Buffer | undefined> {
  const [row] = await find(on, []);
  return row?.key;
}

const insert = preparedQuery(
  'insert-mail-key',
  'insert into mail_key (key) values ($1) on conflict do nothing',
);

/** Stores the key of one of several processes that try: read it afterwards. */
export async function insertMailKey(on: Queryable, key: Buffer): Promise<void> {
  await insert(on, [key]);
}
