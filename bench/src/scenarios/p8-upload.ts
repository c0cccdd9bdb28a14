import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeVideo } from '@atelier/media/testing';
import { openBaseline } from '../baselines/open-baseline.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { watchMemory } from '../harness/process-usage.ts';
import { sendFile } from '../harness/send-file.ts';
import { median } from '../measure/statistics.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const atOnce = 10;
const fileBytes = 52_428_800;
const megabyte = 1_000_000;
const path = '/api/upload-video';
const minShareOfBaseline = 1 / 2;
const maxGrowthMb = 150;
const boundary = 'bench-boundary';

export const uploadScenario: Scenario = {
  id: 'P8',
  title: `${atOnce} uploads of 50 MB at once`,
  isPerBackend: false,
  async run(context) {
    const settings = { LIMIT_UPLOAD_PER_MINUTE: '1000000' };
    const harness = await openHarness(context, { users: 1, workerProcesses: 0, settings });
    const writeToDisk = await openWriteBaseline(context);
    const rounds: { baseline: number[]; api: number[] } = { baseline: [], api: [] };
    await upload(harness);
    const watch = watchMemory();
    for (let round = 0; round < (context.isQuick ? 1 : 3); round += 1) {
      rounds.baseline.push(await megabytesPerSecond(writeToDisk));
      rounds.api.push(await megabytesPerSecond(() => upload(harness)));
      context.print(`round ${round + 1}: ${Math.round(rounds.api.at(-1) ?? 0)} MB/s`);
    }
    const growthMb = watch.stop();
    const left = await abortAll(harness);
    const [baseline, api] = [median(rounds.baseline), median(rounds.api)];
    return {
      findings: [
        {
          what: 'megabytes stored per second',
          measured: { value: api, unit: '/s' },
          reference: { what: 'socket to disk', value: baseline, unit: '/s' },
          target: `at least 1/${1 / minShareOfBaseline}`,
          isMet: api >= baseline * minShareOfBaseline,
        },
        {
          what: 'growth of the api',
          measured: { value: growthMb, unit: 'MB' },
          target: `under ${maxGrowthMb} MB`,
          isMet: growthMb < maxGrowthMb,
        },
        {
          what: 'files left by aborted uploads',
          measured: { value: left, unit: 'files' },
          target: 'none',
          isMet: left === 0,
        },
      ],
      notes: [
        'Forms with session, read as a video, stored on disk. Baseline: a bare Node server that writes the same bytes to',
        'files. Growth: maximum resident memory during the rounds, minus that after a first round.',
      ],
    };
  },
};

async function openWriteBaseline({ resources }: ScenarioContext): Promise<() => Promise<unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-writes-'));
  chmodSync(folder, 0o711);
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { url } = await openBaseline(resources, new URL('../baselines/write-server.ts', import.meta.url), [
    folder,
  ]);
  return () => inParallel(() => sendFile({ url, method: 'PUT', headers: {}, body: form }));
}

/** A real video, because uploads are read, with filling behind it. */
const film = makeVideo('mp4', fileBytes);
const form = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
  ),
  film,
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);

function inParallel<Answer>(work: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: atOnce }, work));
}

function toCall({ apiUrl, stack, users }: Harness) {
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    origin: stack.url,
    cookie: users[0]?.cookie ?? '',
  };
  return { url: `${apiUrl}${path}`, method: 'POST', headers, body: form } as const;
}

async function upload(harness: Harness): Promise<void> {
  const answers = await inParallel(() => sendFile(toCall(harness)));
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`An upload was answered ${refused.status}`);
}

async function megabytesPerSecond(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (atOnce * fileBytes) / megabyte / ((performance.now() - startedAt) / 1000);
}

/** Aborts all uploads midway, then gives the api some seconds to notice. */
async function abortAll(harness: Harness): Promise<number> {
  await inParallel(() => sendFile({ ...toCall(harness), cutAfterBytes: fileBytes / 2 }));
  for (let tries = 0; tries < 50 && countTemporary(harness) > 0; tries += 1) await delay(100);
  return countTemporary(harness);
}

function countTemporary({ dataDir }: Harness): number {
  // Each folder is created with its first file.
  const folders = [join(dataDir, 'files', 'tmp'), join(dataDir, 'work')].filter((folder) =>
    existsSync(folder),
  );
  return folders.reduce((sum, folder) => {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true });
    return sum + names.filter((entry) => entry.isFile()).length;
  }, 0);
}
