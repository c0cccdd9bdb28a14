import { StartProblem } from './start-problem.ts';

const sentences: { pattern: RegExp; say(dataDir: string): string }[] = [
  {
    pattern: /No space left on device|Disk quota exceeded|could not extend file/,
    say: (dir) => `The disk that holds ${dir} is full: free at least 200 MB or set DATA_DIR to another disk.`,
  },
  {
    pattern: /data directory .* has wrong ownership|could not access directory|Permission denied/,
    say: (dir) =>
      `PostgreSQL may not use its files in ${dir}: they belong to another user. Start as that user, or set DATA_DIR to another folder.`,
  },
  {
    pattern:
      /database files are incompatible with server|The data directory was initialized by PostgreSQL version/,
    say: (dir) =>
      `${dir} was made by another version of PostgreSQL: set DATA_DIR to another folder, or delete this one to start afresh.`,
  },
  {
    pattern: /could not look up effective user ID/,
    say: () =>
      'This user has no entry in /etc/passwd, which PostgreSQL needs: add one, or set DATABASE_URL to a PostgreSQL 18 of your own.',
  },
  {
    pattern: /could not locate a valid checkpoint record|invalid checkpoint record/,
    say: (dir) =>
      `The database in ${dir} is damaged: restore it from a copy, or delete the folder to start afresh.`,
  },
];

/** The lines of a log that say why the server did not start; the same reason is worth another try a moment later. */
export function isPassing(log: string): boolean {
  return /lock file ".*" already exists|pre-existing shared memory block|Address already in use/.test(log);
}

/** True when the log says that the port was taken by somebody else. */
export function isPortTaken(log: string): boolean {
  return /Address already in use/.test(log);
}

/** One sentence for a start that failed, from PostgreSQL's own words; unknown reasons are quoted. */
export function explainLog(log: string, dataDir: string): StartProblem {
  const known = sentences.find(({ pattern }) => pattern.test(log));
  if (known !== undefined) return new StartProblem(known.say(dataDir), { cause: new Error(log) });
  const lines = log.trim().split('\n');
  const fatal = lines.filter((line) => /FATAL|PANIC|error:/.test(line));
  const quoted = (fatal.length > 0 ? fatal : lines).slice(-3).join('\n');
  return new StartProblem(`PostgreSQL did not start in ${dataDir}. It says:\n${quoted}`);
}
