import { makeCheckpoint } from '@atelier/db';
import pg from 'pg';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { readPostgresSeconds } from '../harness/process-usage.ts';
import type { Finding, Scenario } from '../scenario.ts';

const full = 1_000_000;
const small = 20_000;
const maxFirstSeconds = 10;
/** Divisor of the accounts: one of so many has a movement before the second checkpoint. */
const movedShare = 20;

/** The first checkpoint of a ledger, and the next ones, by the processor time of this process and PostgreSQL. */
export const checkpointScenario: Scenario = {
  id: 'P21',
  title: 'checkpoints of a ledger of 1,000,000 accounts',
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, { users: 0, workerProcesses: 0 });
    const accounts = context.isQuick ? small : full;
    const owner = new pg.Client({ connectionString: harness.stack.adminUrl });
    await owner.connect();
    context.resources.defer(() => owner.end());
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `create temporary table holder as select n, gen_random_uuid() as id from generate_series(1, ${accounts}) n`,
    );
    await insertEntries(owner, 'first', 1);
    const first = await measure(harness);
    await insertEntries(owner, 'second', movedShare);
    const second = await measure(harness);
    const third = await measure(harness);
    const finding = (what: string, value: number): Finding => ({ what, measured: { value, unit: 's' } });
    return {
      findings: [
        {
          ...finding('the first, both processes', first.node + first.postgres),
          target: `below ${maxFirstSeconds} s`,
          isMet: first.node + first.postgres < maxFirstSeconds,
        },
        finding('the first, node alone', first.node),
        finding(`one after movements of 1 in ${movedShare}`, second.node + second.postgres),
        finding('one after none', third.node + third.postgres),
        { what: 'longest pause of the event loop', measured: { value: first.pauseMs, unit: 'ms' } },
      ],
      notes: [`${accounts} accounts with one entry each; processor time, not wall time.`],
    };
  },
};

/** One entry for every so many accounts, without what checks and chains entries. */
async function insertEntries(owner: pg.Client, name: string, every: number): Promise<void> {
  await owner.query(
    `insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key, prev_hash, hash)
     select id, 'grant', 1, 0, 1, 0, $1 || ':' || id, sha256(n::text::bytea), sha256(($1 || n)::bytea)
       from holder where n % $2 = 0`,
    [name, every],
  );
  await owner.query('vacuum analyze ledger_entry');
  // Writes the inserted rows to the disk now, and not during a measurement.
  await owner.query('checkpoint');
}

async function measure({ db }: Harness): Promise<{ node: number; postgres: number; pauseMs: number }> {
  let [pauseMs, lastMs] = [0, performance.now()];
  const timer = setInterval(() => {
    pauseMs = Math.max(pauseMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 1);
  const before = { node: process.cpuUsage(), postgres: await readPostgresSeconds(db.pool) };
  await makeCheckpoint(db, {
    issuer: 'https://atelier.test',
    sign: (content) => JSON.stringify(content),
    isDaily: false,
    published: { read: async () => undefined, write: async () => undefined },
  });
  const { user, system } = process.cpuUsage(before.node);
  const postgres = (await readPostgresSeconds(db.pool)) - before.postgres;
  clearInterval(timer);
  return { node: (user + system) / 1e6, postgres, pauseMs };
}
