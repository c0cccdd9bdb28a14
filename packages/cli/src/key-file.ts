import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ExitError } from './exit-error.ts';

/** Sign-in that is kept between commands: a key or token, and the only site that it is sent to. */
export type SignIn = { url: string; key: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Path of the file below the user's folder for settings. */
export function findKeyFile(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const ownFolder = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME;
  return join(ownFolder || join(homedir(), '.config'), 'atelier', 'key.json');
}

/** Returns undefined when there is no file. */
export async function readSignIn(file: string): Promise<SignIn | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const { url, key } = JSON.parse(text) as Partial<SignIn>;
    if (typeof url === 'string' && typeof key === 'string') return { url, key };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ExitError('key', 'key_file_damaged', `${file} is damaged. Run: atelier login`);
}

/** Keeps the sign-in where only its user can read it, also when an earlier file was open to others. */
export async function saveSignIn(file: string, signIn: SignIn): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}`;
  try {
    await writeFile(part, `${JSON.stringify(signIn, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** Returns false when there was none. */
export async function removeSignIn(file: string): Promise<boolean> {
  const isThere = (await readFile(file).catch(() => undefined)) !== undefined;
  await rm(file, { force: true });
  return isThere;
}
