import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock, openDataDir, StartProblem } from '@atelier/local-postgres';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { type ChosenPort, chooseWebPort } from './choose-port.ts';
import { chooseDataDir, chooseLocalParts, type LocalParts, type Settings } from './settings.ts';
import type { Teardown } from './teardown.ts';

/** Decided before anything starts. */
export type StackPlan = {
  settings: Settings;
  parts: LocalParts;
  dataDir: string;
  /** The data folder is removed when the stack ends. */
  isTemporary: boolean;
  logFolder: string;
  host: string;
  web: ChosenPort;
  /** The address users open, without a trailing slash. */
  publicUrl: string;
};

/** Chooses folder, port and parts, and acquires the folder's lock. Throws `StartProblem` if another stack holds it. */
export async function openStack(
  settings: Settings,
  isTemporary: boolean,
  teardown: Teardown,
): Promise<StackPlan> {
  const parts = chooseLocalParts(settings);
  const dataDir = openDataDir(isTemporary ? makeTemporaryDir('stack') : chooseDataDir(settings));
  if (isTemporary) teardown.add('folder', () => rmSync(dataDir, { recursive: true, force: true }));
  const attempt = acquireLock(join(dataDir, 'stack.lock'));
  if (!attempt.ok) {
    const where = attempt.note === '' ? '' : ` at ${attempt.note}`;
    throw new StartProblem(
      `The stack already runs${where} (process ${attempt.pid}) with the data in ${dataDir}. ` +
        'Stop it with Ctrl-C, or set DATA_DIR to another folder to run a second one.',
    );
  }
  teardown.add('folder', () => attempt.lock.release());
  const host = settings.HOST || '127.0.0.1';
  const web = await chooseWebPort(settings.PORT, host);
  const publicUrl = (settings.PUBLIC_URL || `http://localhost:${web.port}`).replace(/\/+$/, '');
  attempt.lock.setNote(publicUrl);
  return { settings, parts, dataDir, isTemporary, logFolder: join(dataDir, 'logs'), host, web, publicUrl };
}
