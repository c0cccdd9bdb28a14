import type { GenerationRow } from './generation-row.ts';

/**
 * Uses of a column. An erasure, the archive of all data and the API say nothing about a column by accident: each is decided
 * here, and `generation-columns.integration.test.ts` compares the table with the database, the API's schema, an erasure and
 * an archive.
 */
type Column = {
  /** Value of a new row: a value of the reservation and its type in SQL, or an expression. Absent: the default. */
  insert?: readonly [value: string, type: string] | ((values: { deadlineSeconds: string }) => string);
  /** Owners see it: as it is, or in the field of `PublicGeneration` that is made from it. */
  shown: boolean | string;
  /** Lists read it although no field is made from it. */
  listed?: true;
  /** The archive has it: as it is, or in the field that is made from it. */
  exported: boolean | string;
  /** SQL that an erasure writes. Absent: the value stays, because it describes no user. */
  erased?: string;
  /** Reason of a column that is neither shown nor exported nor erased. */
  why?: string;
};

const inner = { shown: false, exported: false } as const;
const onlyShown = { shown: true, exported: false } as const;
const both = { shown: true, exported: true } as const;
const onlyExported = { shown: false, exported: true } as const;

/** Every column of `generation`. Inserts, lists, the API, the archive and an erasure follow from this table. */
export const generationColumns = {
  id: { insert: ['id', 'uuid'], ...both },
  user_id: { insert: ['userId', 'uuid'], ...inner, why: 'the owner, who is the reader' },
  kind: { insert: ['kind', 'text'], ...both },
  medium: { insert: ['medium', 'text'], ...both },
  model: { insert: ['model', 'text'], ...both },
  mode: { insert: ['mode', 'text'], ...onlyExported, listed: true },
  stand_in: { insert: ['standIn', 'jsonb'], ...both },
  stood_in_for: { ...both },
  status: { insert: () => `case when account.waiting = 0 then 'pending' else 'waiting' end`, ...both },
  revision: { ...onlyShown, erased: 'revision + 1' },
  prompt: { insert: ['prompt', 'text'], ...both, erased: `''` },
  negative_prompt: { insert: ['negativePrompt', 'text'], ...both, erased: `''` },
  input: { insert: ['input', 'jsonb'], shown: true, exported: 'settings', erased: `'{}'` },
  adjustments: { insert: ['adjustments', 'jsonb'], ...both, erased: `'[]'` },
  seed_used: { ...both, erased: 'null' },
  width: { insert: ['width', 'integer'], ...onlyShown, erased: 'null' },
  height: { insert: ['height', 'integer'], ...onlyShown, erased: 'null' },
  is_public: { insert: ['isPublic', 'boolean'], ...both, erased: 'false' },
  is_favorite: { ...both, erased: 'false' },
  tags: { ...both, erased: `'{}'` },
  alt_text: { ...both, erased: 'null' },
  project_id: { insert: ['projectId', 'uuid'], ...both, erased: 'null' },
  batch_id: { insert: ['batchId', 'uuid'], ...onlyShown, erased: 'null' },
  batch_line: { insert: ['batchLine', 'smallint'], ...onlyShown, erased: 'null' },
  batch_set: { insert: ['batchSet', 'smallint'], ...onlyShown, erased: 'null' },

  cost: { insert: ['costCredits', 'bigint'], shown: 'credits.cost', exported: 'credits.cost' },
  settled: { shown: 'credits.settled', exported: 'credits.charged' },
  released: { shown: 'credits.released', exported: 'credits.released' },
  refund_attempts: { ...inner, listed: true, why: 'counts tries of a refund, whose entry the ledger has' },
  refund_reason: { ...onlyExported, erased: 'null' },
  api_key_id: { insert: ['apiKeyId', 'uuid'], ...onlyExported, erased: 'null' },
  api_request_id: { insert: ['apiRequestId', 'uuid'], ...inner, erased: 'null' },
  webhook_url: { insert: ['webhookUrl', 'text'], shown: false, exported: 'webhook_url', erased: 'null' },

  stage: {
    insert: () => `case when account.waiting = 0 then 'reserved' else 'waiting' end`,
    shown: 'progress.stage',
    exported: false,
  },
  stage_started_at: { shown: 'progress.stage_started_at', exported: false },
  queue_position: { shown: 'progress.queue_position', exported: false },
  percent: { shown: 'progress.percent', exported: false },
  expected_seconds: {
    insert: ['expectedSeconds', 'real'],
    shown: 'progress.expected_seconds',
    exported: false,
  },
  expected_most_seconds: {
    insert: ['expectedMostSeconds', 'real'],
    shown: 'progress.expected_most_seconds',
    exported: false,
  },
  promised_deciles: {
    insert: ['promisedDeciles', 'real[]'],
    ...inner,
    why: 'compares promises with what came of them',
  },
  accepted_seconds: { ...inner, why: 'compares promises with what came of them' },
  accepted_most_seconds: { ...inner, why: 'compares promises with what came of them' },
  place_at_provider: { ...inner, why: 'compares promises with what came of them' },
  line_place: {
    insert: () => 'case when account.waiting > 0 then account.line_tail end',
    ...inner,
    why: 'orders the line; its position is counted when it is read',
  },
  stop_after: { ...inner, why: 'a wish about the line, over once it has ended' },
  cancel_requested_at: { shown: 'can_cancel', exported: false },

  created_at: { shown: 'created_at', exported: true },
  reserved_at: { ...inner, why: 'the day of its present hold, whose entry the ledger has' },
  started_at: { ...inner, why: 'a measurement of the line' },
  held_since: { ...inner, why: 'a measurement of the line' },
  start_place: { ...inner, why: 'the state of our own work' },
  submitted_at: { shown: 'submitted_at', exported: true },
  generating_at: { ...inner, why: 'a measurement of the provider' },
  finished_at: { shown: 'finished_at', exported: true },
  deleted_at: { shown: 'question', exported: true, erased: 'coalesce(deleted_at, now())' },
  purged_at: { ...inner, erased: 'coalesce(purged_at, now())' },
  keeps_files: { ...inner, why: 'a wish about the trash, over once it has left it' },
  taken_down_at: { ...inner, why: 'a decision of an operator, which the owner has as a mail' },
  taken_down_reason: { ...inner, erased: 'null' },

  error_code: { shown: 'error.code', exported: true },
  error_reason: { shown: 'error.reason', exported: true, erased: 'null' },
  error_fields: { shown: 'error.fields', exported: false, erased: `'[]'` },
  error_detail: { ...inner, erased: 'null' },
  doubt: { shown: 'question.doubt', exported: false },
  doubt_answer: { shown: 'question', exported: false },
  doubtful_outputs: { shown: 'question', exported: false },

  provider_endpoint: {
    insert: ['providerEndpoint', 'text'],
    ...inner,
    why: 'an address of the provider, the same for all',
  },
  provider_request_id: { ...both, erased: 'null' },
  provider_result: { ...inner, erased: 'null' },
  provider_error: { ...inner, erased: 'null' },
  request_sha256: { ...inner, erased: 'null' },
  submit_state: { ...inner, why: 'the state of our own work' },
  attempt: { ...inner, why: 'the state of our own work' },
  watch_run: { ...inner, why: 'the state of our own work' },
  next_check_at: {
    insert: () => `now() + interval '10 seconds'`,
    ...inner,
    why: 'the state of our own work',
  },
  deadline_at: {
    insert: ({ deadlineSeconds }) => `now() + make_interval(secs => ${deadlineSeconds})`,
    ...inner,
    why: 'the state of our own work',
  },
} as const satisfies Record<keyof GenerationRow, Column>;

type Table = typeof generationColumns;
type Name = keyof Table;
/** Columns of which a use has one of these values. */
type NamesWith<Use extends keyof Column, Value> = {
  [Each in Name]: Table[Each] extends Readonly<Record<Use, Value>> ? Each : never;
}[Name];

type Inserted = Extract<Table[Name], { insert: readonly [string, string] }>['insert'];
export type InsertedValue = Inserted[0];
export type ListedColumn = NamesWith<'shown', true | string> | NamesWith<'listed', true>;
export type ShownColumn = NamesWith<'shown', true>;
export type ExportedColumn = NamesWith<'exported', true | string>;
export type ColumnExportedAsIs = NamesWith<'exported', true>;

const columns = Object.entries(generationColumns) as [Name, Column][];
const namesWhere = (applies: (column: Column) => unknown) =>
  columns.filter(([, column]) => applies(column)).map(([name]) => name);

/** Columns that lists read. What only workers need may be large. */
export const listedColumns = namesWhere(({ shown, listed }) => shown || listed) as ListedColumn[];
export const shownColumns = namesWhere(({ shown }) => shown === true) as ShownColumn[];
export const exportedColumns = namesWhere(({ exported }) => exported) as ExportedColumn[];
const exportedAsIs = namesWhere(({ exported }) => exported === true) as ColumnExportedAsIs[];

/** The values of the columns that the archive has as they are. */
export function toExportedValues(
  row: Pick<GenerationRow, ColumnExportedAsIs>,
): Pick<GenerationRow, ColumnExportedAsIs> {
  return pick(row, exportedAsIs);
}

export function pick<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): Pick<Row, Key> {
  const picked = {} as Pick<Row, Key>;
  for (const key of keys) picked[key] = row[key];
  return picked;
}

/** Types in SQL of the values that a new row has as they are. */
export const insertedTypes = Object.fromEntries(
  columns.flatMap(([, { insert }]) => (typeof insert === 'object' ? [insert] : [])),
) as Record<InsertedValue, string>;

/** Inserts the row of each `account` of the statement; `values` is the SQL of each value. */
export function insertGeneration(
  values: Readonly<Record<InsertedValue | 'deadlineSeconds', string>>,
): string {
  const inserted = columns.flatMap(([name, { insert }]) => {
    if (!insert) return [];
    return [
      [name, typeof insert === 'function' ? insert(values) : values[insert[0] as InsertedValue]] as const,
    ];
  });
  return `insert into generation (${inserted.map(([name]) => name).join(', ')})
     select ${inserted.map(([, value]) => value).join(', ')} from account
     returning *`;
}

/** Assignments of the update with which an erasure clears a generation. */
export const erasedGeneration = columns
  .flatMap(([name, { erased }]) => (erased ? [`${name} = ${erased}`] : []))
  .join(', ');
