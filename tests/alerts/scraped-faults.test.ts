import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  metricsToken,
  openProcesses,
  type Processes,
  type ProcessName,
} from '../many-processes/testing/open-processes.ts';
import { openGate } from './testing/open-gate.ts';
import { readRules, startRules } from './testing/promql/run-rules.ts';
import { createStore } from './testing/promql/series.ts';
import { listSeries, type Recording } from './testing/recording.ts';

// Metrics of real processes in a fault raise its alert: tests of the rules alone would pass with invented metrics.
const rules = readRules(parse(readFileSync(join(repositoryRoot, 'docs/ops/prometheus-alerts.yml'), 'utf8')));
const names: ProcessName[] = ['api-1', 'worker-1', 'worker-2'];
const slow = { timeout: 120_000 };

/** Ten minutes ahead, from the first line of the program on. */
const clockAhead = `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) { given.length === 0 ? super(RealDate.now() + 600_000) : super(...given); }
    static now() { return RealDate.now() + 600_000; }
  };`)}`;

const gate = await openGate();
let processes: Processes;
beforeAll(async () => {
  processes = await openProcesses({
    redisUrl: undefined,
    change: (name, settings) => {
      if (name === 'worker-1') return { DATABASE_URL: gate.through(settings.DATABASE_URL ?? '') };
      return name === 'worker-2' ? { NODE_OPTIONS: `--import=${clockAhead}` } : {};
    },
  });
  await Promise.all(names.map((name) => processes.start(name)));
}, 120_000);
afterAll(async () => {
  await processes?.close();
  await gate.close();
}, 60_000);

/** One scrape of each process as Prometheus makes it; undefined of one that does not answer within its 10 s. */
const generation = (): Promise<Recording[]> =>
  Promise.all(
    names.map(async (name) => {
      const target = { job: `atelier-${name.slice(0, -2)}`, instance: name };
      const headers = { authorization: `Bearer ${metricsToken}` };
      const signal = AbortSignal.timeout(10_000);
      const text = await fetch(`${processes.formatUrl(name)}/metrics`, { headers, signal }).then(
        (reply) => reply.text(),
        () => undefined,
      );
      return { target, text };
    }),
  );

/** Lists the alerts that fire after half an hour of equal scrapes. */
function listAlerts(recordings: Recording[]): string[] {
  const run = startRules(rules, createStore(listSeries(recordings, { minutes: 30 })));
  for (let minute = 0; minute <= 30; minute += 1) run.evaluateAt(minute * 60_000);
  return run
    .firing()
    .map(({ alertname, labels }) => [alertname, labels.instance ?? labels.store].filter(Boolean).join(' '))
    .toSorted();
}

it(
  'a moved clock of a worker raises ClockOff for it, and nothing else fires while all is well',
  slow,
  async () => {
    expect(listAlerts(await generation())).toEqual(['ClockOff worker-2']);
  },
);

it('a killed worker, a cut connection and a stuck outbox raise their alerts', slow, async () => {
  await processes.kill('worker-2');
  // Nothing arrives and nothing is refused, as when a cable is pulled.
  gate.cut();
  await processes.db.pool.query(
    `insert into outbox (key, topic, payload, created_at) values ('stuck', 'job', '{}', now() - interval '1 minute')`,
  );
  expect(listAlerts(await generation())).toEqual([
    'OutboxStuck',
    'ProcessDown worker-2',
    'StoreDown database',
    'StoreDown queue',
  ]);
  await processes.kill('worker-1');
});
