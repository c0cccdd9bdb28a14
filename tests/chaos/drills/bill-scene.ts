import { randomUUID } from 'node:crypto';
import { getKind, mediumFacts } from '@atelier/catalog';
import type { AdminMarginsReply, CostFindingCode, CreateReply } from '@atelier/contract';
import { signIn } from '@atelier/dev-stack/testing';
import { createProducer, createQueueBackend } from '@atelier/queue';
import { scrapeAlerts } from '../../alerts/testing/scrape-alerts.ts';
import { type Client, createClient } from '../load/client.ts';
import { enrollUser } from '../load/enroll-users.ts';
import { readBody } from '../load/submit.ts';
import { metricsToken, type Stage } from '../stage/open-stage.ts';
import { endAll, reach } from './drill.ts';

export const soldKindId = 'qwen-image-2';
export const soldEndpoint = 'fal-ai/qwen-image-2/text-to-image';

/** Costs are booked each minute, a minute after the end; and judged as often. */
const bookLimitMs = 240_000;
/** The price of a credit has no end as a decimal, so that the earning of every generation is rounded. */
const purchase = { credits: 3_000, microUsd: 1_000_000 };

export type BillScene = {
  user: Client;
  operator: Client;
  /** Makes images as a user does. Returns the ids of their generations, once all have ended. */
  make(count: number, scenario?: string): Promise<string[]>;
  /** Waits until every end is booked, and compares with fal's bills as the schedule does once an hour. */
  compare(): Promise<void>;
  /** Waits for exactly these findings. Returns the violation when there are others after rounds of judging. */
  expectFindings(codes: readonly CostFindingCode[]): Promise<string[]>;
  readMargins(): Promise<AdminMarginsReply>;
  /** Checks each sum of margins against the ledger and these costs in millionths of a dollar. */
  checkMargins(costs: readonly number[]): Promise<string[]>;
  /** Names of the alerts that Prometheus would raise after half an hour of what every process reports now. */
  listAlerts(): Promise<string[]>;
};

/** A user who buys one kind of image, and an operator who looks at what it costs. */
export async function openBillScene(stage: Stage, signal: AbortSignal): Promise<BillScene> {
  const { client: user } = await enrollUser(stage, 'drill-buyer@atelier.test', purchase.credits);
  const cookie = await signIn(stage.url, 'ops@atelier.test');
  const operator = createClient('operator', { cookie }, stage.url);
  const limit = { limitMs: bookLimitMs, signal };
  const readMargins = async () =>
    (await operator.send('GET', '/api/admin/margins?window=day')).body as AdminMarginsReply;
  return {
    user,
    operator,
    readMargins,
    async make(count, scenario = '') {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) ids.push(await submitImage(user, scenario));
      const open = await endAll(stage, limit);
      if (open.length > 0) throw new Error(open.join());
      return ids;
    },
    async compare() {
      if (!(await reach(() => isBooked(stage), limit))) throw new Error('The ends are not booked');
      const since = new Date();
      await runJob(stage, 'reconcile-costs');
      if (!(await reach(() => isCompared(stage, since), limit)))
        throw new Error('The bills are not compared');
    },
    async expectFindings(codes) {
      let found = '';
      const isFound = async () => {
        found = (await readMargins()).findings
          .map(({ code }) => code)
          .toSorted()
          .join(' ');
        return found === codes.toSorted().join(' ');
      };
      return (await reach(isFound, limit)) ? [] : [`findings are "${found}", not "${codes.join(' ')}"`];
    },
    checkMargins: async (costs) => compareSums(await readMargins(), await readEarned(stage), costs),
    listAlerts: async () =>
      (await scrapeAlerts(listTargets(stage), metricsToken)).map(({ alertname }) => alertname),
  };
}

/** Submits one image of the kind, at any of the two apis. */
export async function trySubmitting(user: Client, kindId: string, scenario = '') {
  const kind = getKind(kindId);
  const body = readBody(kind, scenario, { num_images: 1 });
  return user.send('POST', mediumFacts[kind.medium].createPath, body, { 'idempotency-key': randomUUID() });
}

async function submitImage(user: Client, scenario: string): Promise<string> {
  const { status, body } = await trySubmitting(user, soldKindId, scenario);
  if (status >= 300) throw new Error(`A submission is answered with ${status}: ${JSON.stringify(body)}`);
  return (body as CreateReply).generation.id;
}

async function isBooked({ db }: Stage): Promise<boolean> {
  const { rows } = await db.pool.query(
    'select from cost_mark where booked_to >= (select max(finished_at) from generation)',
  );
  return rows.length === 1;
}

/** Returns true when every bill since then is listed, and what has none was asked for. */
async function isCompared({ db }: Stage, since: Date): Promise<boolean> {
  const { rows } = await db.pool.query(
    `select from cost_mark where listed_to >= $1
        and not exists (select from provider_cost where source <> 'event' and asked_at is null and is_delivered)`,
    [since],
  );
  return rows.length === 1;
}

async function runJob({ backend, postgres, redis, redisUrl }: Stage, name: 'reconcile-costs') {
  const queue = createQueueBackend({
    redisUrl: backend === 'redis' ? (redisUrl ?? `redis://127.0.0.1:${redis?.port()}`) : undefined,
    databaseUrl: postgres.adminUrl,
    onError: (error) => {
      throw error;
    },
  });
  const producer = createProducer(queue);
  await producer.enqueue(name, {});
  await producer.close();
  await queue.close();
}

/** Value of what each generation was charged, each rounded down by itself, from the ledger alone. */
async function readEarned({ db }: Stage): Promise<number> {
  const { rows } = await db.pool.query<{ credits: string }>(
    `select (-sum(d_available + d_held))::text as credits
       from ledger_entry where generation_id is not null group by generation_id`,
  );
  return rows.reduce(
    (sum, { credits }) => sum + Math.floor((Number(credits) * purchase.microUsd) / purchase.credits),
    0,
  );
}

type Sums = Pick<AdminMarginsReply['total'], 'earned_micro_usd' | 'cost_micro_usd'>;

function compareSums(
  { total, kinds, days, packs, users }: AdminMarginsReply,
  earned: number,
  costs: readonly number[],
) {
  const cost = costs.reduce((sum, each) => sum + each, 0);
  const groupings: Record<string, readonly Sums[]> = { total: [total], kinds, days, packs, users };
  return Object.entries(groupings).flatMap(([name, groups]) => {
    const sum = (column: 'earned_micro_usd' | 'cost_micro_usd') =>
      groups.reduce((all, group) => all + group[column], 0);
    const found = [sum('earned_micro_usd'), sum('cost_micro_usd')].join(' - ');
    const right = `${earned} - ${cost}`;
    if (found === right) return [];
    return [`margins of ${name} are ${found}, those of ledger and bills ${right}`];
  });
}

function listTargets({ ports }: Stage) {
  return Object.entries(ports).map(([instance, port]) => ({
    url: `http://127.0.0.1:${port}/metrics`,
    target: { job: `atelier-${instance.slice(0, -2)}`, instance },
  }));
}
