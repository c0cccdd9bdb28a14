import { parseCommand, readChoice, readNumber } from '@atelier/dev-stack/parse-command';
import { type Drill, drills } from './drills/index.ts';
import type { Fault } from './faults/fault.ts';
import { faults } from './faults/index.ts';

export type Backend = 'postgres' | 'redis';
export type Arguments = ReturnType<typeof readArguments>;

const usage = `npm run chaos -- [options]
  --minutes N                  how long faults strike: 3 by default, and as long as a drill needs
  --seed N                     repeats a run's decisions; by default a new one
  --backend postgres|redis     one queue backend instead of both
  --storage disk|s3            where results are kept; by default on disk with PostgreSQL, on S3 with Redis
  --faults kill-api,fill-disk  only these; by default all of
                               ${faults.map(({ id }) => id).join(', ')}
  --faults none                nothing fails: measures what must not grow with time
  --users 50 --rate 3          users, and their calls per second together
  --lanes 2                    faults at the same time
  --limit-running 5            how many of a user run at once, so that more wait in the user's line
  --drill ID                   one fault of the supplier with a full line, instead of load and faults:
                               ${drills.map(({ id }) => id).join(', ')}
  --table                      no load and no faults: measures the promised figures one by one
  --to FOLDER                  for the timeline, and the logs of a run that failed; by default chaos-results`;

const options = {
  minutes: { type: 'string' },
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
  drill: { type: 'string' },
} as const;

/** Throws an Error with a message for the terminal. */
export function readArguments(argv: readonly string[]) {
  return parseCommand(usage, { args: [...argv], options }, ({ values }) => ({
    minutes: readNumber('minutes', values.minutes),
    drill: readDrill(values.drill),
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

function readDrill(given: string | undefined): Drill | undefined {
  if (given === undefined) return undefined;
  const drill = drills.find(({ id }) => id === given);
  if (!drill) throw new Error(`There is no drill "${given}".`);
  return drill;
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
