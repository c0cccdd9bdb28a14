import { AtelierError } from '@atelier/client';
import type { Command } from '../command.ts';
import { ExitError, usageError } from '../exit-error.ts';
import { removeSignIn, saveSignIn } from '../key-file.ts';

export const login: Command = {
  usage: '',
  summary: 'Keep an API key for the site: pasted, from the standard input, or from ATELIER_KEY',
  async run({ terminal, env, keyFile, readUrl, connectWith }) {
    const url = await readUrl();
    const key = env.ATELIER_KEY || (await terminal.readSecret(`API key of ${url}/developers: `));
    if (key === '') throw usageError('No key was given');
    const email = await findOwner(connectWith({ url, key }));
    await saveSignIn(keyFile, { url, key });
    terminal.print({ url, user: email ?? null, file: keyFile }, [
      `Signed in at ${url}${email === undefined ? '' : ` as ${email}`}. The key is kept in ${keyFile}`,
    ]);
    return 'done';
  },
};

/** Returns undefined for a key that works, but may not read the account. Throws for every other. */
async function findOwner({ account }: ReturnType<Parameters<Command['run']>[0]['connectWith']>) {
  try {
    return (await account()).user.email;
  } catch (error) {
    if (error instanceof AtelierError && error.code === 'key_scope_missing') return undefined;
    throw error;
  }
}

export const logout: Command = {
  usage: '',
  summary: 'Forget the key; revoke it at /developers if others may have it',
  async run({ terminal, keyFile }) {
    const isRemoved = await removeSignIn(keyFile);
    if (!isRemoved) throw new ExitError('key', 'not_signed_in', 'No key is kept');
    terminal.print({ removed: keyFile }, [`${keyFile} is removed`]);
    return 'done';
  },
};
