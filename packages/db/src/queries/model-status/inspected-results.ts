import type { AdminResultsReply, ResultFinding, ResultReason } from '@atelier/contract';
import { preparedQuery, type Queryable } from '../../prepared.ts';

type KindResults = AdminResultsReply['kinds'][number];
type Counted = { kind: string; reason: ResultReason; is_fault: boolean; count: number; returned: number };

// Several outputs of a generation may have the same fault: generations are counted, not outputs.
const countFindings = preparedQuery<Counted>(
  'count-inspected-results',
  `select g.kind, coalesce(i.fault, i.doubt) as reason, i.fault is not null as is_fault,
          count(distinct g.id)::integer as count,
          count(distinct g.id) filter (where g.doubt_answer = 'returned')::integer as returned
     from inspection i join output o on o.id = i.output_id join generation g on g.id = o.generation_id
    where i.created_at > now() - make_interval(hours => $1)
    group by 1, 2, 3 order by count desc, reason`,
);

const countCompleted = preparedQuery<{ kind: string; completed: number }>(
  'count-completed-results',
  `select kind, sum(count)::integer as completed from kind_hour
    where what = 'completed' and hour > now() - make_interval(hours => $1) group by kind`,
);

/** Counts completed results and findings of the last hours by kind, the most faulty first. */
export async function countInspectedResults(on: Queryable, hours: number): Promise<KindResults[]> {
  const found = Map.groupBy(await countFindings(on, [hours]), ({ kind }) => kind);
  const completed = new Map(
    (await countCompleted(on, [hours])).map((row) => [row.kind, row.completed] as const),
  );
  return [...new Set([...found.keys(), ...completed.keys()])]
    .map((kind) => {
      const rows = found.get(kind) ?? [];
      return {
        kind,
        completed: completed.get(kind) ?? 0,
        faulty: sum(rows, (row) => (row.is_fault ? row.count : 0)),
        doubtful: sum(rows, (row) => (row.is_fault ? 0 : row.count)),
        returned: sum(rows, (row) => (row.is_fault ? 0 : row.returned)),
        reasons: rows.map(({ reason, is_fault, count }) => ({ reason, is_fault, count })),
      };
    })
    .toSorted((a, b) => b.faulty - a.faulty || b.doubtful - a.doubtful || b.completed - a.completed);
}

function sum(rows: readonly Counted[], of: (row: Counted) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

// Operators see pictures of faults alone: charged results are their users' own, and pictures of returned ones are gone.
const mayBeSeen = 'i.frames is not null and i.fault is not null';

const listFindings = preparedQuery<Omit<ResultFinding, 'found_at'> & { found_at: Date }>(
  'list-inspected-results',
  `select o.id as output_id, g.id as generation_id, g.user_id, g.kind, o.position,
          coalesce(i.fault, i.doubt) as reason, i.fault is not null as is_fault, g.doubt_answer as answer, i.measured,
          i.created_at as found_at, g.provider_endpoint, g.provider_request_id, o.original_url,
          ${mayBeSeen} as has_frames
     from inspection i join output o on o.id = i.output_id join generation g on g.id = o.generation_id
    where i.created_at > now() - make_interval(hours => $1) and ($2::text is null or g.kind = $2)
    order by i.created_at desc, o.id limit 50`,
);

/** The newest 50 of the last hours, of one kind or of all. Uses inspection_created_at. */
export async function listInspectedResults(
  on: Queryable,
  { hours, kind }: { hours: number; kind: string | undefined },
): Promise<ResultFinding[]> {
  const rows = await listFindings(on, [hours, kind ?? null]);
  return rows.map((row) => ({ ...row, found_at: row.found_at.toISOString() }));
}

const findFrames = preparedQuery<{ frames: Buffer; user_id: string; generation_id: string }>(
  'find-inspected-frames',
  `select i.frames, g.user_id, g.id as generation_id
     from inspection i join output o on o.id = i.output_id join generation g on g.id = o.generation_id
    where o.id = $1 and ${mayBeSeen}`,
);

/** The pictures that were looked at of a faulty output, as a WebP, and whose it is. */
export async function findInspectedFrames(
  on: Queryable,
  outputId: string,
): Promise<{ frames: Buffer; user_id: string; generation_id: string } | undefined> {
  const [row] = await findFrames(on, [outputId]);
  return row;
}
