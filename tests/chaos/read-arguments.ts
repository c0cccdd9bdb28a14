import { parseCommand, readChoice, readNumber } from '@atelier/dev-stack/parse-command';
import type { Fault } from './faults/fault.ts';
import { faults } from './faults/index.ts';

export type Backend = 'postgres' | 'redis';
export type Arguments = ReturnType<typeof readArguments>;

const usage = `npm run chaos -- [options]
  --minutes 3                  how long faults strike
  --seed N                     repeats a run's decisions; by default a new one
  --backend postgres|redis     one queue backend instead of both
  --storage disk|s3            where results are kept; by default on disk with PostgreSQL, on S3 with Redis
  --faults kill-api,fill-disk  only these; by default all of
                               ${faults.map(({ id }) => id).join(', ')}
  --faults none                nothing fails: measures what must not grow with time
  --users 50 --rate 3          users, and their calls per second together
  --lanes 2                    faults at the same time
  --limit-running 5            how many of a user run at once, so that more wait in the user's line
  --table                      no load and no faults: measures the promised figures one by one
  --to FOLDER                  for the timeline, and the logs of a run that failed; by default chaos-results`;

const options = {
  minutes: { type: 'string', default: '3' },
  seed: { type: 'string' },
  backend: { type: 'string' },
  storage: { type: 'string' },
  faults: { type: 'string' },
  users: { type: 'string', default: '50' },
  rate: { type: 'string', default: '3' },
  lanes: { type: 'string', default: '2' },
  'limit-running': { type: 'string' },
  to: { type: 'string' },
  table: { type: 'boolean', default: false },
} as const;

/** Throws an Error with a message for the terminal. */
export function readArguments(argv: readonly string[]) {
  return parseCommand(usage, { args: [...argv], options }, ({ values }) => ({
    minutes: readNumber('minutes', values.minutes),
    seed: values.seed ?? String(Math.floor(Math.random() * 1e9)),
    backend: readChoice('backend', values.backend, ['postgres', 'redis']),
    storage: readChoice('storage', values.storage, ['disk', 's3']),
    faults: readFaults(values.faults),
    users: readNumber('users', values.users),
    callsPerSecond: readNumber('rate', values.rate),
    lanes: readNumber('lanes', values.lanes),
    limitRunning: readNumber('limit-running', values['limit-running']),
    folder: values.to,
    isTable: values.table,
  }));
}

function readFaults(given: string | undefined): readonly Fault[] {
  if (given === undefined) return faults;
  if (given === 'none') return [];
  return given.split(',').map((id) => {
    const fault = faults.find((each) => each.id === id.trim());
    if (!fault) throw new Error(`There is no fault "${id}".`);
    return fault;
  });
}
