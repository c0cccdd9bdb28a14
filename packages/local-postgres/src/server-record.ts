import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem, systemErrorCode } from './start-problem.ts';

/** Facts that later starts need; stored in DATA_DIR/postgres.json, mode 0600. */
export type ServerRecord = {
  /** Password of the superuser `postgres`. */
  password: string;
  /** Password of the application role. */
  appPassword: string;
  /** The port of the last start; reused if it is free. */
  port: number | undefined;
  /** The server's own files: under DATA_DIR, or elsewhere if its account cannot reach DATA_DIR. */
  serverDataDir: string | undefined;
};

/** The record of an earlier start in this DATA_DIR, or a new one with random passwords (not yet written). */
export function readServerRecord(dataDir: string): ServerRecord {
  const file = recordFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return newRecord(dataDir);
    if (systemErrorCode(error) === 'EACCES') throw otherUsersData(dataDir);
    throw error;
  }
  const { password, appPassword, port, serverDataDir } = JSON.parse(text) as Partial<ServerRecord>;
  if (password === undefined || appPassword === undefined) throw lostPassword(dataDir);
  return { password, appPassword, port, serverDataDir };
}

/** Replaces the record atomically. */
export function writeServerRecord(dataDir: string, record: ServerRecord): void {
  const draft = `${recordFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  // A start as root in an ordinary user's folder must not lock that user out of it.
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  renameSync(draft, recordFile(dataDir));
}

function otherUsersData(dataDir: string): StartProblem {
  return new StartProblem(
    `${dataDir} was created by another user of this machine (a start as root?): start as that user again, ` +
      'delete the folder, or set DATA_DIR to another one.',
  );
}

function newRecord(dataDir: string): ServerRecord {
  if (existsSync(join(dataDir, 'postgres'))) throw lostPassword(dataDir);
  // URL-safe, so that connection strings need no escaping.
  const password = randomBytes(24).toString('base64url');
  const appPassword = randomBytes(24).toString('base64url');
  return { password, appPassword, port: undefined, serverDataDir: undefined };
}

function lostPassword(dataDir: string): StartProblem {
  return new StartProblem(
    `${dataDir} holds a database whose password file postgres.json is missing or damaged: ` +
      'restore the file, delete the folder to start over, or set DATA_DIR to another one.',
  );
}

function recordFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}
