import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@atelier/local-postgres';
import { copyCheckout } from '../rig/copy-checkout.ts';
import { findFreePort } from '../rig/find-free-port.ts';
import { runNpmStart } from '../rig/run-npm-start.ts';
import type { Finding, Row } from '../row.ts';

const maxFirstSeconds = 15;
const maxLaterSeconds = 5;

export const npmStartRow: Row = {
  id: 'P11',
  title: 'npm start on a bare machine, to ready',
  isPerBackend: false,
  async run({ resources, isQuick, say }) {
    const floor = await measureFloor(resources);
    const folder = copyCheckout(resources);
    const port = await findFreePort();
    const first = await runNpmStart(folder, port);
    say(`first start: ${first.toFixed(1)} s`);
    const later: number[] = [];
    for (let run = 0; run < (isQuick ? 1 : 3); run += 1) later.push(await runNpmStart(folder, port));
    return {
      findings: [
        compare('first start, web build included', first, floor.first, maxFirstSeconds),
        compare('later start, slowest', Math.max(...later), floor.later, maxLaterSeconds),
      ],
      notes: [
        'After npm install, in a copy of the checkout without build and data. Floor: an empty Node program plus the',
        'start of the database server alone, with initdb for the first start.',
      ],
    };
  },
};

function compare(what: string, seconds: number, floorSeconds: number, maxSeconds: number): Finding {
  return {
    what,
    measured: { value: seconds, unit: 's' },
    reference: { what: 'Node and server', value: floorSeconds, unit: 's' },
    target: `at most ${maxSeconds} s`,
    isMet: seconds <= maxSeconds,
  };
}

async function measureFloor(resources: AsyncDisposableStack): Promise<{ first: number; later: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-floor-'));
  chmodSync(dataDir, 0o711);
  resources.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const node = secondsOf(() => void spawnSync(process.execPath, ['--eval', '0']));
  const first = await startServer(dataDir);
  const later = await startServer(dataDir);
  return { first: node + first, later: node + later };
}

async function startServer(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startEmbeddedPostgres({ dataDir });
  const seconds = (performance.now() - startedAt) / 1000;
  await server.stop();
  return seconds;
}

function secondsOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1000;
}
