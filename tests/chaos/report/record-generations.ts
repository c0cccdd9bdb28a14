import type { Db } from '@atelier/db';

export type Life = {
  id: string;
  kind: string;
  status: string;
  createdAtMs: number;
  endedAtMs: number | undefined;
  /** When its row was seen to have changed, in `Date.now()` milliseconds. */
  changesAtMs: number[];
  /** fal never starts it: only its user or its deadline ends it. */
  isStuck: boolean;
};

export type Recorder = {
  lives: ReadonlyMap<string, Life>;
  stop(): Promise<void>;
};

type SeenRow = {
  id: string;
  kind: string;
  status: string;
  created_at: Date;
  finished_at: Date | null;
  state: string;
  is_stuck: boolean;
};

const everyMs = 250;
/** Query for the columns that change when a process works on a generation, without the leases. */
const query = `
  select id, kind, status, created_at, finished_at,
         concat_ws(' ', stage, submit_state, attempt, revision, status) as state,
         prompt like '%[stuck]%' as is_stuck
    from generation
   where finished_at is null or finished_at > now() - interval '1 minute'`;

/** Observes every generation through the database, for as long as it answers. */
export function recordGenerations(db: Db): Recorder {
  const lives = new Map<string, Life>();
  const states = new Map<string, string>();
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const { rows } = await db.pool.query<SeenRow>(query);
    const nowMs = Date.now();
    for (const row of rows) {
      const life = lives.get(row.id) ?? begin(row);
      lives.set(row.id, life);
      if (states.get(row.id) !== row.state) life.changesAtMs.push(nowMs);
      states.set(row.id, row.state);
      life.status = row.status;
      life.endedAtMs = row.finished_at?.getTime();
    }
  }

  const timer = setInterval(() => {
    // While the database is away there is nothing to see.
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
  }, everyMs);
  return {
    lives,
    async stop() {
      clearInterval(timer);
      await reading;
      await read();
    },
  };
}

function begin({ id, kind, status, created_at, is_stuck: isStuck }: SeenRow): Life {
  return {
    id,
    kind,
    status,
    createdAtMs: created_at.getTime(),
    endedAtMs: undefined,
    changesAtMs: [],
    isStuck,
  };
}

/** Returns for each fault, and each generation that ran when it ended, how long until that generation moved on. */
export function pickUpTimes(lives: Iterable<Life>, faultEndsMs: readonly number[]): number[] {
  const all = [...lives].filter(({ isStuck }) => !isStuck);
  return faultEndsMs.flatMap((endMs) =>
    all.flatMap(({ createdAtMs, endedAtMs, changesAtMs }) => {
      const ran = createdAtMs < endMs && (endedAtMs === undefined || endedAtMs > endMs);
      const next = ran ? changesAtMs.find((atMs) => atMs > endMs) : undefined;
      return next === undefined ? [] : [next - endMs];
    }),
  );
}
