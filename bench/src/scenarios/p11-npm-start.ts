import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startEmbeddedPostgres } from '@atelier/local-postgres';
import { copyCheckout } from '../harness/copy-checkout.ts';
import { runNpmStart } from '../harness/run-npm-start.ts';
import type { Finding, Scenario } from '../scenario.ts';

const maxFirstSeconds = 8;
const maxLaterSeconds = 3;

export const npmStartScenario: Scenario = {
  id: 'P11',
  title: 'npm start on a bare machine until ready',
  isPerBackend: false,
  async run({ resources, isQuick, print }) {
    const baseline = await measureBaseline(resources);
    const folder = copyCheckout(resources);
    const port = await findFreePort();
    const first = await runNpmStart(folder, port);
    print(`first start: ${first.toFixed(1)} s`);
    const later: number[] = [];
    for (let run = 0; run < (isQuick ? 1 : 3); run += 1) later.push(await runNpmStart(folder, port));
    return {
      findings: [
        compare('first start, web build included', first, baseline.first, maxFirstSeconds),
        compare('later start, slowest', Math.max(...later), baseline.later, maxLaterSeconds),
      ],
      notes: [
        'After npm install, in a copy of the checkout without build and data. Baseline: an empty Node program plus the',
        'start of the database server alone, for the first start including initdb.',
      ],
    };
  },
};

function compare(what: string, seconds: number, baselineSeconds: number, maxSeconds: number): Finding {
  return {
    what,
    measured: { value: seconds, unit: 's' },
    reference: { what: 'Node and server', value: baselineSeconds, unit: 's' },
    target: `at most ${maxSeconds} s`,
    isMet: seconds <= maxSeconds,
  };
}

async function measureBaseline(resources: AsyncDisposableStack): Promise<{ first: number; later: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-baseline-'));
  chmodSync(dataDir, 0o711);
  resources.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const node = measureSeconds(() => void spawnSync(process.execPath, ['--eval', '0']));
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

function measureSeconds(work: () => void): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1000;
}
