import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { kinds } from '@atelier/catalog';
import { findViolations } from '../../checker/find-violations.ts';
import { enrollUser } from '../load/enroll-users.ts';
import { createOperationLog } from '../load/operation-log.ts';
import { readBody, submitUntilAnswered } from '../load/submit.ts';
import type { Submission, User } from '../load/user.ts';
import { openStage, type Stage, type StageOptions } from '../stage/open-stage.ts';
import { batchRows } from './batch-rows.ts';
import { recoveryRows } from './recovery-rows.ts';
import type { Measured, Row, Table } from './row.ts';
import { submissionRows } from './submission-rows.ts';

const rows: readonly Row[] = [...recoveryRows, ...submissionRows, ...batchRows];

type Options = StageOptions & { signal: AbortSignal; print(line: string): void };
export type MeasuredRow = Pick<Row, 'id' | 'promise'> & Measured;

/**
 * Measures the promised figures one after the other without other load, on one running product for all that need the same
 * limit.
 */
export async function runTable(options: Options): Promise<{ rows: MeasuredRow[]; violations: string[] }> {
  const parts: { rows: MeasuredRow[]; violations: string[] }[] = [];
  for (const [limitRunning, own] of Map.groupBy(rows, (row) => row.limitRunning))
    parts.push(await measureRows({ ...options, limitRunning }, own));
  return {
    rows: parts.flatMap((part) => part.rows),
    violations: parts.flatMap(({ violations }) => violations),
  };
}

async function measureRows(
  options: Options,
  own: readonly Row[],
): Promise<{ rows: MeasuredRow[]; violations: string[] }> {
  await using teardown = new AsyncDisposableStack();
  const stage = await openStage(options, teardown);
  await stage.processes.allReady(options.signal);
  const table = createTable(stage);
  const measured: MeasuredRow[] = [];
  const possible = own.filter(({ needs }) => needs === undefined || stage.redis !== undefined);
  for (const { id, promise, measure } of possible) {
    options.signal.throwIfAborted();
    const row = { id, promise, ...(await measure(table)) };
    measured.push(row);
    options.print(`${row.isKept ? 'kept  ' : 'BROKEN'} ${id} ${promise}: ${row.measured}`);
  }
  const violations = await findViolations(
    async (text, values) => (await stage.db.pool.query(text, values)).rows,
  );
  return { rows: measured, violations };
}

function createTable(stage: Stage): Table {
  const kind = kinds.find(({ id }) => id === 'flux-schnell');
  if (!kind) throw new Error('There is no kind flux-schnell');
  let users = 0;
  return {
    stage,
    async addUser(credits) {
      users += 1;
      return (await enrollUser(stage, `table-${users}@atelier.test`, credits)).client;
    },
    image: (scenario): Submission => {
      const body = readBody(kind, scenario, { image_size: 'square', num_images: 1 });
      return { kind, scenario, key: randomUUID(), body, isByProgram: false };
    },
    async submitAll(client, submissions) {
      const log = createOperationLog();
      const generations: User['generations'] = new Map();
      const page = {
        states: new Map(),
        update: () => undefined,
        connectedAtMs: () => 0,
        close: () => undefined,
      };
      const user: User = {
        email: '',
        client,
        program: undefined,
        isClosed: false,
        page,
        pushEndpoint: undefined,
        generations,
        trashed: new Set(),
        open: new Set(),
        openBatches: new Set(),
        uploads: {},
      };
      for (let open = submissions; open.length > 0; open = [...user.open]) {
        user.open.clear();
        await Promise.all(open.map((submission) => submitUntilAnswered({ log }, user, submission)));
      }
      return [...generations.keys()];
    },
    async ended(ids) {
      const text = 'select count(*)::int as count from generation where id = any($1) and finished_at is null';
      const isOver = async () =>
        (await stage.db.pool.query<{ count: number }>(text, [ids])).rows[0]?.count === 0;
      while (!(await isOver())) await wait(100);
    },
  };
}
