import { findViolations } from '../../checker/find-violations.ts';
import { acceptedBy } from '../check/judge.ts';
import type { Stage } from '../stage/open-stage.ts';
import { countStarts } from './watch-starts.ts';

/**
 * Checks a drill after its end: all are made, at fal once each, with their files; nothing overtook its own line; the ledger is
 * whole, and no process ended by itself.
 */
export async function checkDrill(stage: Stage, ids: readonly string[]): Promise<string[]> {
  const { db, emulator, files, processes } = stage;
  const query = async (text: string, values?: unknown[]) => (await db.pool.query(text, values)).rows;
  const unmade = await query(
    `select status, error_code, stage, attempt, held_since is not null as is_held, count(*)::int as count from generation
      where id = any($1) and status <> 'completed' group by status, error_code, stage, attempt, is_held`,
    [ids],
  );
  const accepted = acceptedBy(emulator);
  const requests = Map.groupBy(accepted, ({ generationId }) => generationId);
  const repeated = ids.filter((id) => (requests.get(id)?.length ?? 0) > 1);
  const { starts, overtaking } = await countStarts(stage);
  const stored = await files.list();
  return [
    ...unmade.map(({ count, ...facts }) => `${count} ended as ${JSON.stringify(facts)}`),
    ...(repeated.length > 0 ? [`fal accepted ${repeated.length} more than once`] : []),
    ...(overtaking > 0 ? [`${overtaking} of ${starts} starts overtook their line`] : []),
    ...(await findViolations(query, {
      now: new Date(),
      statFile: async (key) => stored.get(key)?.bytes,
      accepted,
    })),
    ...processes.all.flatMap(({ unexpectedEnds }) => unexpectedEnds),
  ];
}
