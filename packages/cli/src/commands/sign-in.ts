import { AtelierError } from '@atelier/client';
import type { Command } from '../command.ts';
import { endToken, signInByDevice } from '../device-sign-in.ts';
import { ExitError, usageError } from '../exit-error.ts';
import { readSignIn, removeSignIn, saveSignIn } from '../key-file.ts';

export const login: Command = {
  usage: '',
  summary: 'Sign in on a page of the site; or keep an API key from ATELIER_KEY or the standard input',
  optionLines: [
    '--device            sign in on a page also without a terminal, or with ATELIER_KEY',
    '--key               ask for an API key of /developers in place of it',
  ],
  options: { device: { type: 'boolean' }, key: { type: 'boolean' } },
  async run({ terminal, env, keyFile, readUrl, connectWith }, values) {
    const url = await readUrl();
    const isByDevice = values.device === true || (terminal.isInteractive && !env.ATELIER_KEY && !values.key);
    const key = isByDevice
      ? await signInByDevice(url, terminal.note)
      : env.ATELIER_KEY || (await terminal.readSecret(`API key of ${url}/developers: `));
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
  summary: 'End the sign-in; a key is only forgotten: revoke it at /developers if others may have it',
  async run({ terminal, keyFile }) {
    const kept = await readSignIn(keyFile);
    if (kept && !kept.key.startsWith('atl_')) await endToken(kept.url, kept.key);
    const isRemoved = await removeSignIn(keyFile);
    if (!isRemoved) throw new ExitError('key', 'not_signed_in', 'No key is kept');
    terminal.print({ removed: keyFile }, [`${keyFile} is removed`]);
    return 'done';
  },
};
