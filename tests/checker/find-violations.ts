// Checks what must hold whatever failed: credits, generations, files and submissions, in the database and against what is known
// outside of it. Used after every schedule of tests/simulation and by every run that injects faults into processes.
import { findKind } from '@atelier/catalog';
import { findLedgerProblems } from '@atelier/db';
import { probeFolder } from '@atelier/storage';
import { brokenRules } from './rules.ts';

type Row = Record<string, unknown>;

/** A statement with its values. Any driver does: a pool of pg, or PostgreSQL in this process. */
export type Query = (text: string, values?: unknown[]) => Promise<Row[]>;

/** Facts that the database cannot know; those that are absent are not checked. */
export type Facts = {
  /** The clock, once the faults are over: nothing runs longer than a minute past its deadline. */
  now?: Date;
  /** The size of a stored file in bytes; undefined when there is none. */
  statFile?: (key: string) => Promise<number | undefined>;
  /** The keys of every stored file: each must belong to a generation. */
  storedKeys?: readonly string[];
  /** Generations whose submission was answered with success, and which of them their owners deleted. */
  acknowledged?: { ids: readonly string[]; deleted: ReadonlySet<string> };
  /** Requests that the provider accepted, with the generation and attempt that their webhook address names. */
  accepted?: readonly { requestId: string; generationId: string; attempt: number }[];
  /** The last state of each generation that a browser of its owner has. */
  seen?: readonly { id: string; revision: number; status: string }[];
};

/** One sentence per violation; none is right. */
export async function findViolations(query: Query, facts: Facts = {}): Promise<string[]> {
  const found = [
    await findLedgerViolations(query),
    (await query(brokenRules)).map(({ sentence }) => String(sentence)),
    await findWrongCharges(query),
    await findOverdue(query, facts.now),
    await findBrokenFiles(query, facts),
    await findLostSubmissions(query, facts.acknowledged),
    await findUnlistedRequests(query, facts.accepted ?? []),
    await findContradictions(query, facts.seen ?? []),
  ];
  return found.flat();
}

/** Balances, holds, budgets of keys and the hash chain, as the product's own daily check finds them. */
async function findLedgerViolations(query: Query): Promise<string[]> {
  const on = {
    async query(statement: string | { text: string; values: unknown[] }, values?: unknown[]) {
      const { text, values: own } = typeof statement === 'string' ? { text: statement, values } : statement;
      return { rows: await query(text, own) };
    },
  };
  const problems = await findLedgerProblems(on as unknown as Parameters<typeof findLedgerProblems>[0]);
  return problems.map(
    ({ check, subject, expected, found }) => `${check}: ${subject} has ${expected}, found ${found}`,
  );
}

/** Everything for all outputs, the share of what was delivered rounded in the user's favour for a part. */
async function findWrongCharges(query: Query): Promise<string[]> {
  // Erased generations have neither input nor outputs any more.
  const rows = await query(
    `select g.id, g.kind, g.input, g.status, g.cost::text, g.settled::text,
            (select count(*) from output o
              where o.generation_id = g.id and not o.is_flagged
                and (o.storage_key is not null or o.text is not null))::text as delivered
       from generation g where g.status in ('completed', 'partial') and g.input <> '{}'`,
  );
  return rows.flatMap((row) => {
    // The catalog has no model that cuts.
    const expected = row.kind === 'cut' ? 1 : findKind(String(row.kind))?.expectedOutputs(row.input as Row);
    if (expected === undefined) return [`generation ${row.id} is of the unknown kind ${row.kind}`];
    const [cost, settled, delivered] = [Number(row.cost), Number(row.settled), Number(row.delivered)];
    const charge = Math.floor((cost * delivered) / expected);
    const status = delivered === expected ? 'completed' : 'partial';
    if (delivered > 0 && row.status === status && settled === charge) return [];
    const what = `${delivered} of ${expected} outputs for ${settled} of ${cost} credits`;
    return [`generation ${row.id} is ${row.status} with ${what}: the charge should be ${charge}`];
  });
}

async function findOverdue(query: Query, now: Date | undefined): Promise<string[]> {
  if (!now) return [];
  const rows = await query(
    `select id, status, stage, submit_state, deadline_at from generation
      where status in ('pending', 'processing') and deadline_at < $1::timestamptz - interval '60 seconds'`,
    [now.toISOString()],
  );
  return rows.map(({ id, status, stage, submit_state, deadline_at }) => {
    const since = new Date(deadline_at as string).toISOString();
    return `generation ${id} is still ${status} (${stage}, ${submit_state}) although its deadline was ${since}`;
  });
}

/**
 * Every file of a delivered generation is there in its whole size, in the trash, too; no file is left that no generation
 * names.
 */
async function findBrokenFiles(query: Query, { statFile, storedKeys }: Facts): Promise<string[]> {
  const violations: string[] = [];
  const outputs = statFile
    ? await query(
        `select o.generation_id, g.status, o.storage_key, o.poster_key, o.bytes::text
           from output o join generation g on g.id = o.generation_id
          where g.status in ('completed', 'partial') and g.purged_at is null`,
      )
    : [];
  for (const { generation_id: id, status, storage_key: file, poster_key: poster, bytes } of outputs) {
    const size = typeof file === 'string' ? await statFile?.(file) : Number(bytes);
    const whose = `generation ${id} is ${status}, but its file ${file}`;
    if (typeof file === 'string' && size === undefined) violations.push(`${whose} does not exist`);
    else if (typeof file === 'string' && size !== Number(bytes))
      violations.push(`${whose} has ${size} bytes instead of ${bytes}`);
    if (typeof poster === 'string' && (await statFile?.(poster)) === undefined)
      violations.push(`generation ${id} is ${status}, but its poster ${poster} does not exist`);
  }
  // A process that was killed while it checked the store leaves the file that it wrote.
  const ownKeys = storedKeys?.filter((key) => !key.startsWith(probeFolder)) ?? [];
  if (ownKeys.length === 0) return violations;
  const strays = await query(
    `select key from unnest($1::text[]) as key
      where not exists (select from output where storage_key = key or poster_key = key)
        and not exists (select from upload where storage_key = key)
        and not exists (select from take_out where frame_key = key)`,
    [ownKeys],
  );
  return [...violations, ...strays.map(({ key }) => `the file ${key} belongs to no generation`)];
}

/** Checks that acknowledged submissions exist with their hold, and are listed unless their owner deleted them. */
async function findLostSubmissions(query: Query, acknowledged: Facts['acknowledged']): Promise<string[]> {
  if (!acknowledged || acknowledged.ids.length === 0) return [];
  const rows = await query('select id, deleted_at from generation where id = any($1::uuid[])', [
    acknowledged.ids,
  ]);
  const deletedAt = new Map(rows.map(({ id, deleted_at }) => [String(id), deleted_at]));
  return acknowledged.ids.flatMap((id) => {
    if (!deletedAt.has(id)) return [`generation ${id} was acknowledged, but does not exist`];
    const isGone = deletedAt.get(id) !== null && !acknowledged.deleted.has(id);
    return isGone
      ? [`generation ${id} was acknowledged and is deleted, which its owner did not ask for`]
      : [];
  });
}

/** The states of a submission that may exist at the provider beside the one that a generation runs under. */
const listed = ['orphan', 'orphan_cancelled', 'unknown', 'sending'];

async function findUnlistedRequests(
  query: Query,
  accepted: NonNullable<Facts['accepted']>,
): Promise<string[]> {
  if (accepted.length === 0) return [];
  const rows = await query(
    `select s.generation_id, s.attempt, s.state, g.provider_request_id as own
       from provider_submission s join generation g on g.id = s.generation_id
      where s.generation_id = any($1::uuid[])`,
    [accepted.map(({ generationId }) => generationId)],
  );
  return accepted.flatMap(({ requestId, generationId, attempt }) => {
    const row = rows.find((each) => each.generation_id === generationId && Number(each.attempt) === attempt);
    const what = `the provider accepted ${requestId} for attempt ${attempt} of generation ${generationId}`;
    if (!row) return [`${what}, which has no such submission`];
    if (row.own === requestId || listed.includes(String(row.state))) return [];
    return [`${what}, whose submission is ${row.state} and which runs under ${row.own ?? 'no request'}`];
  });
}

/** A browser never has more than the row, and at the row's revision the same. */
async function findContradictions(query: Query, seen: NonNullable<Facts['seen']>): Promise<string[]> {
  if (seen.length === 0) return [];
  const rows = await query('select id, revision, status from generation where id = any($1::uuid[])', [
    seen.map(({ id }) => id),
  ]);
  const rowOf = new Map(rows.map((row) => [String(row.id), row]));
  const ends = ['completed', 'partial', 'failed', 'cancelled'];
  return seen.flatMap(({ id, revision, status }) => {
    const row = rowOf.get(id);
    const what = `a browser has generation ${id} as ${status} of revision ${revision}`;
    if (!row) return [`${what}, but it does not exist`];
    const isAhead = revision > Number(row.revision);
    const isOther = status !== row.status && (revision === Number(row.revision) || ends.includes(status));
    return isAhead || isOther ? [`${what}, its row is ${row.status} of revision ${row.revision}`] : [];
  });
}
