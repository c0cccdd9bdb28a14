// Rules about the line that the rows at the end no longer show: how many of a user have started at the same time, and
// in which order.
import type { Statement, StatementResult } from '@atelier/db/in-process';
import type { Database } from './database.ts';
import type { Observer } from './observer.ts';

type LineWorld = { database: Database; observer: Observer; maxRunning: number };

const nothing = { check: () => undefined };

/** Called before a statement that may start generations; `check` gets its result, whether or not its process does. */
export function watchLine(
  { database, observer, maxRunning }: LineWorld,
  { name = '', values }: Statement,
): { check(result: StatementResult): void } {
  const mayStart = name.startsWith('reserve-generation') || name === 'start-waiting';
  if (!mayStart) return nothing;
  const before = name === 'start-waiting' ? listLine(database, values[0]) : [];
  const arePassed = before.length > 0 && hasHeldModel(database);
  return {
    check({ rows }) {
      const given = rows.map(({ id }) => id);
      if (name === 'start-waiting' && !isInOrder(rows, before, arePassed))
        observer.violate(
          `the line ${before.map(({ id }) => id).join(', ')} was started as ${given.join(', ')}`,
        );
      const last = name === 'start-waiting' ? rows.findIndex(({ stop_after }) => stop_after) : -1;
      if (last >= 0 && last < rows.length - 1)
        observer.violate(`the line went on after ${rows[last]?.id}, after which it was to stop`);
      const crowded = database.sql(
        // A result that is taken from the line needs no slot.
        `select user_id, count(*)::integer as count from generation g
          where status in ('pending', 'processing')
            and not exists (select from provider_submission s
                             where s.generation_id = g.id and s.provider_request_id = g.provider_request_id
                               and s.attempt < g.attempt and g.stage = 'saving')
          group by user_id having count(*) > $1`,
        [maxRunning],
      );
      for (const { user_id, count } of crowded)
        observer.violate(`${count} generations of user ${user_id} run, more than ${maxRunning}`);
    },
  };
}

type Row = Record<string, unknown>;

/** Started are the first of a line, and of each model its first while one of them is held. */
function isInOrder(started: readonly Row[], line: readonly Row[], arePassed: boolean): boolean {
  if (!arePassed) return started.every(({ id }, place) => id === line[place]?.id);
  return started.every(({ id, kind }) => {
    const ofKind = (rows: readonly Row[]) => rows.filter((row) => row.kind === kind).map((row) => row.id);
    return ofKind(started).indexOf(id) === ofKind(line).indexOf(id);
  });
}

function hasHeldModel(database: Database): boolean {
  const rows = database.sql(
    `select from provider_breaker where subject like 'kind:%' and state <> 'counting' limit 1`,
  );
  return rows.length > 0;
}

function listLine(database: Database, userId: unknown): Row[] {
  return database.sql(
    `select id, kind from generation where user_id = $1 and status = 'waiting' order by line_place, id`,
    [userId],
  );
}
