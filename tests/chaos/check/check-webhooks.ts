import type { Db } from '@atelier/db';
import type { Answer } from '../stage/user-server.ts';

type Row = {
  generation_id: string;
  status: string;
  has_ended: boolean;
  deleted: boolean;
  deliveries: number;
  state: string | null;
  attempts: number;
};

const maxAttempts = 10;
const delivered = new Set(['completed', 'partial']);

/** Each generation with a webhook has one delivery, which ended once: taken by its server, or given up. */
export async function checkWebhooks({ pool }: Db, answers: readonly Answer[]): Promise<string[]> {
  const { rows } = await pool.query<Row>(
    `select g.id as generation_id, g.status, g.finished_at is not null as has_ended,
            g.deleted_at is not null as deleted, count(d.id)::int as deliveries, min(d.state) as state,
            coalesce(max(d.attempts), 0) as attempts
       from generation g left join webhook_delivery d on d.generation_id = g.id
      where g.webhook_url is not null
      group by g.id`,
  );
  const answersOf = Map.groupBy(answers, ({ generationId }) => generationId);
  return rows.flatMap((row) => {
    const problem = findProblem(row, answersOf.get(row.generation_id) ?? []);
    return problem === undefined ? [] : [`webhooks: that of ${row.generation_id} ${problem}`];
  });
}

function findProblem(row: Row, answers: readonly Answer[]): string | undefined {
  const { status, has_ended: hasEnded, deleted, deliveries, state, attempts } = row;
  if (deliveries !== (hasEnded ? 1 : 0))
    return `has ${deliveries} deliveries, and the generation is ${status}`;
  if (!hasEnded) return undefined;
  const isTaken = answers.some(({ answered }) => answered === 200);
  const isUnwanted = answers.some(({ answered }) => answered === 410);
  if (state === 'delivered') {
    if (!isTaken) return 'is delivered, and its server took none';
    const said = answers.find(({ answered }) => answered === 200)?.status;
    const expected = delivered.has(status) ? 'OK' : 'ERROR';
    // A webhook that is sent after a deletion says that the generation is gone.
    return deleted || said === expected ? undefined : `said ${said} of a generation that is ${status}`;
  }
  if (state !== 'given_up') return `is still ${state} after ${attempts} attempts`;
  return isUnwanted || attempts >= maxAttempts ? undefined : `is given up after ${attempts} attempts`;
}
