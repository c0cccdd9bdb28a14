import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  metricsToken,
  openProcesses,
  type Processes,
  type ProcessName,
} from '../many-processes/testing/open-processes.ts';
import { openGate } from './testing/open-gate.ts';
import { scrapeAlerts } from './testing/scrape-alerts.ts';

// Metrics of real processes in a fault raise its alert: tests of the rules alone would pass with invented metrics.
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

/** Lists the alerts that fire, with the process or store that each is about. */
async function listAlerts(): Promise<string[]> {
  const targets = names.map((name) => ({
    url: `${processes.formatUrl(name)}/metrics`,
    target: { job: `atelier-${name.slice(0, -2)}`, instance: name },
  }));
  return (await scrapeAlerts(targets, metricsToken))
    .map(({ alertname, labels }) => [alertname, labels.instance ?? labels.store].filter(Boolean).join(' '))
    .toSorted();
}

it(
  'a moved clock of a worker raises ClockOff for it, and nothing else fires while all is well',
  slow,
  async () => {
    expect(await listAlerts()).toEqual(['ClockOff worker-2']);
  },
);

it('a killed worker, a cut connection and a stuck outbox raise their alerts', slow, async () => {
  await processes.kill('worker-2');
  // Nothing arrives and nothing is refused, as when a cable is pulled.
  gate.cut();
  await processes.db.pool.query(
    `insert into outbox (key, topic, payload, created_at) values ('stuck', 'job', '{}', now() - interval '1 minute')`,
  );
  expect(await listAlerts()).toEqual([
    'OutboxStuck',
    'ProcessDown worker-2',
    'StoreDown database',
    'StoreDown queue',
  ]);
  await processes.kill('worker-1');
});
