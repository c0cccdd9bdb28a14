import { StartProblem } from './start-problem.ts';

const sentences: { pattern: RegExp; explain(dataDir: string): string }[] = [
  {
    pattern: /No space left on device|Disk quota exceeded|could not extend file/,
    explain: (dir) =>
      `The disk that holds ${dir} is full: free at least 200 MB or set DATA_DIR to another disk.`,
  },
  {
    pattern: /data directory .* has wrong ownership|could not access directory|Permission denied/,
    explain: (dir) =>
      `PostgreSQL cannot use its files in ${dir}: they belong to another user. Start as that user, or set DATA_DIR to another folder.`,
  },
  {
    pattern:
      /database files are incompatible with server|The data directory was initialized by PostgreSQL version/,
    explain: (dir) =>
      `${dir} was created by another version of PostgreSQL: set DATA_DIR to another folder, or delete this one to start over.`,
  },
  {
    pattern: /could not look up effective user ID/,
    explain: () =>
      'This user has no entry in /etc/passwd, which PostgreSQL needs: add one, or set DATABASE_URL to a PostgreSQL 18 of your own.',
  },
  {
    pattern: /could not locate a valid checkpoint record|invalid checkpoint record/,
    explain: (dir) =>
      `The database in ${dir} is damaged: restore it from a backup, or delete the folder to start over.`,
  },
];

/** Whether the log names a temporary cause, so that a retry a moment later may succeed. */
export function isPassing(log: string): boolean {
  return /lock file ".*" already exists|pre-existing shared memory block|Address already in use/.test(log);
}

/** Whether the log says that another program has the port. */
export function isPortTaken(log: string): boolean {
  return /Address already in use/.test(log);
}

/** Turns the log of a failed start into one sentence; unknown causes are quoted. */
export function explainLog(log: string, dataDir: string): StartProblem {
  const known = sentences.find(({ pattern }) => pattern.test(log));
  if (known !== undefined) return new StartProblem(known.explain(dataDir), { cause: new Error(log) });
  const lines = log.trim().split('\n');
  const fatal = lines.filter((line) => /FATAL|PANIC|error:/.test(line));
  const quoted = (fatal.length > 0 ? fatal : lines).slice(-3).join('\n');
  return new StartProblem(`PostgreSQL did not start in ${dataDir}. Its log says:\n${quoted}`);
}
