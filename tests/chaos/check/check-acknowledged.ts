import type { CreateBatchReply, CreateReply, FilmReply, MakeShotsReply, PublicCut } from '@atelier/contract';
import type { Db } from '@atelier/db';
import type { Operation } from '../load/operation-log.ts';

type Row = {
  id: string;
  user_id: string;
  status: string;
  cost: number;
  cancel_requested_at: Date | null;
  deleted_at: Date | null;
  purged_at: Date | null;
  /** Kept in the trash while its film lives. */
  is_take: boolean;
  /** A call to restore it may have succeeded. */
  may_be_restored?: boolean;
  refunds: number;
};
type FilmRow = { id: string; shots: number; taken: number; takes: number };
type PurchaseRow = { id: string; paid_at: Date | null; entries: number };
type ClosingRow = { id: string; is_closed: boolean; is_withdrawn: boolean };
type Generations = {
  generations: Map<string, Row>;
  films: Map<string, FilmRow>;
  /** Cuts by their request_id. */
  cuts: Map<string, { id: string }>;
  purchases: Map<string, PurchaseRow>;
  closings: Map<string, ClosingRow>;
};

/** Checks, by action, that an acknowledged call has left its traces; each returns what is missing. Others change nothing. */
const traces: Readonly<Record<string, (call: Operation, found: Generations) => string | undefined>> = {
  submit({ body, userId }, { generations }) {
    const { id, credits } = (body as CreateReply).generation;
    const row = generations.get(id);
    if (!row) return 'does not exist';
    if (row.user_id !== userId) return 'belongs to another user';
    return row.cost === credits.cost ? undefined : `costs ${row.cost}, not ${credits.cost}`;
  },
  batch({ body, userId }, { generations }) {
    const { batch, generations: ids } = body as CreateBatchReply;
    const rows = ids.flatMap((id) => generations.get(id) ?? []);
    if (rows.length !== batch.lines) return `has ${rows.length} of ${batch.lines} lines`;
    return rows.every((row) => row.user_id === userId) ? undefined : 'belongs to another user';
  },
  film: ({ body }, { films }) => (films.has((body as FilmReply).film.id) ? undefined : 'does not exist'),
  make({ body }, { films }) {
    const film = films.get((body as MakeShotsReply).film?.id ?? '');
    if (!film) return 'does not exist';
    const { shots, taken, takes } = film;
    return shots === taken && taken === takes
      ? undefined
      : `has ${takes} takes of ${taken} of ${shots} shots`;
  },
  cut: ({ subject }, { cuts }) => (cuts.has(subject) ? undefined : 'does not exist'),
  cancel({ subject }, { generations }) {
    const row = generations.get(subject);
    return row?.cancel_requested_at || row?.status === 'cancelled' ? undefined : 'is not cancelled';
  },
  delete({ subject }, { generations }) {
    const row = generations.get(subject);
    return row?.deleted_at || row?.may_be_restored ? undefined : 'is not deleted';
  },
  restore({ subject }, { generations }) {
    const row = generations.get(subject);
    return row && !row.deleted_at ? undefined : 'is still deleted';
  },
  empty({ subject }, { generations }) {
    const row = generations.get(subject);
    return row?.purged_at || row?.is_take ? undefined : 'is still in the trash';
  },
  refund({ subject }, { generations }) {
    const row = generations.get(subject);
    return row?.status === 'failed' && row.refunds === 1 ? undefined : `has ${row?.refunds} refunds`;
  },
  checkout: ({ body }, { purchases }) =>
    purchases.has((body as { purchase_id: string }).purchase_id) ? undefined : 'does not exist',
  close: ({ subject }, { closings }) => (closings.has(subject) ? undefined : 'has no erasure'),
  keep({ subject }, { closings }) {
    const closing = closings.get(subject);
    return closing?.is_withdrawn && !closing.is_closed ? undefined : 'is still closed';
  },
  'pay-complete'({ subject }, { purchases }) {
    const purchase = purchases.get(subject);
    return purchase?.paid_at && purchase.entries === 1
      ? undefined
      : `is ${purchase?.paid_at ? 'paid' : 'not paid'} with ${purchase?.entries} entries`;
  },
};

/** Everything that a client knows by an answer must be so. */
export async function checkAcknowledged({ pool }: Db, calls: readonly Operation[]): Promise<string[]> {
  const generations = await pool.query<Row>(
    `select id, user_id, status, cost, cancel_requested_at, deleted_at, purged_at,
            exists (select from film_take t where t.generation_id = g.id) as is_take,
            (select count(*) from ledger_entry e
              where e.generation_id = g.id and e.kind in ('release', 'refund') and e.d_available > 0)::int as refunds
       from generation g`,
  );
  const purchases = await pool.query<PurchaseRow>(
    `select id, paid_at, (select count(*) from ledger_entry e
        where e.purchase_id = p.id and e.kind = 'purchase')::int as entries from purchase p`,
  );
  const closings = await pool.query<ClosingRow>(
    `select u.id, u.closed_at is not null as is_closed, e.withdrawn_at is not null as is_withdrawn
       from erasure e join app_user u on u.id = e.user_id`,
  );
  const cuts = await pool.query<{ id: string }>('select request_id as id from cut');
  const films = await pool.query<FilmRow>(
    `select f.id, jsonb_array_length(f.document->'shots') as shots, count(t.generation_id)::int as takes,
            count(distinct t.shot_id)::int as taken
       from film f left join film_take t on t.film_id = f.id group by f.id`,
  );
  const restored = new Set(
    calls.flatMap(({ action, outcome, subject }) =>
      action === 'restore' && outcome !== 'fail' ? [subject] : [],
    ),
  );
  for (const row of generations.rows) row.may_be_restored = restored.has(row.id);
  const found = {
    generations: mapById(generations.rows),
    films: mapById(films.rows),
    cuts: mapById(cuts.rows),
    purchases: mapById(purchases.rows),
    closings: mapById(closings.rows),
  };
  const lost = calls.flatMap((call) => {
    const problem = call.outcome === 'ok' ? traces[call.action]?.(call, found) : undefined;
    return problem === undefined
      ? []
      : [`lost: ${call.action} ${call.subject} was acknowledged and ${problem}`];
  });
  return [...lost, ...findDoubles(calls), ...(await findUnnamed({ pool }))];
}

function mapById<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** One key never makes two generations, whatever the answers were. */
function findDoubles(calls: readonly Operation[]): string[] {
  return [...Map.groupBy(calls.filter(isAccepted), ({ subject }) => subject)].flatMap(([key, same]) => {
    const ids = new Set(same.map(madeId));
    return ids.size === 1 ? [] : [`double: the key ${key} made ${[...ids].join(' and ')}`];
  });
}

function isAccepted({ action, outcome }: Operation): boolean {
  return ['submit', 'batch', 'cut', 'make'].includes(action) && outcome === 'ok';
}

/** The id of the generation, of the batch, or of the cut. */
function madeId({ action, body }: Operation): string {
  if (action === 'cut') return (body as { cut: PublicCut }).cut.id;
  if (action === 'make') return (body as MakeShotsReply).batch_id ?? '';
  return action === 'batch' ? (body as CreateBatchReply).batch.id : (body as CreateReply).id;
}

/** Every submission has a key, so every generation has one, and no key has two. The key of a batch is its own. */
async function findUnnamed({ pool }: Pick<Db, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; keys: number }>(
    `select g.id, count(k.key)::int as keys from generation g
       left join idempotency_key k on k.generation_id = g.id
      where g.batch_line is null and g.kind <> 'cut' group by g.id having count(k.key) <> 1`,
  );
  return rows.map(({ id, keys }) => `double: the generation ${id} has ${keys} keys`);
}
