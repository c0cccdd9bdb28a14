import { createReadStream } from 'node:fs';
import type { DownloadImagesReply } from '@atelier/contract';
import { insertImages } from '../harness/insert-images.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { watchMemory } from '../harness/process-usage.ts';
import { median } from '../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';

const count = 1_000;
const fileBytes = 1_000_000;
const maxGrowthMb = 60;
const maxFirstByteMs = 300;
const path = '/api/image-generation/download';

type Zip = { firstByteMs: number; seconds: number };

export const zipScenario: Scenario = {
  id: 'P9',
  title: `a zip of ${count} images (1 GB)`,
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, { users: 1, workerProcesses: 0 });
    const images = context.isQuick ? count / 10 : count;
    const userId = harness.users[0]?.id ?? '';
    const { ids, paths } = await insertImages(harness.db.pool, {
      userId,
      count: images,
      fileBytes,
      dataDir: harness.dataDir,
    });
    await download(harness, ids.slice(0, images / 10));
    const watch = watchMemory();
    const zips: Zip[] = [];
    const reads: number[] = [];
    for (let round = 0; round < (context.isQuick ? 1 : 3); round += 1) {
      reads.push(await secondsToRead(paths));
      zips.push(await download(harness, ids));
      context.print(`round ${round + 1}: ${zips.at(-1)?.seconds.toFixed(1)} s`);
    }
    const growthMb = watch.stop();
    const firstByteMs = median(zips.map((zip) => zip.firstByteMs));
    return {
      findings: [
        {
          what: 'first byte',
          measured: { value: firstByteMs, unit: 'ms' },
          target: `under ${maxFirstByteMs} ms`,
          isMet: firstByteMs < maxFirstByteMs,
        },
        {
          what: 'growth of the api',
          measured: { value: growthMb, unit: 'MB' },
          target: `under ${maxGrowthMb} MB`,
          isMet: growthMb < maxGrowthMb,
        },
        {
          what: 'last byte',
          measured: { value: median(zips.map((zip) => zip.seconds)), unit: 's' },
          reference: { what: 'reading the same files', value: median(reads), unit: 's' },
        },
      ],
      notes: [
        'Uncompressed, from the disk store, by one client as fast as the api sends it: all zips of a process share 40 MB a',
        'second. Growth: maximum resident memory of the api during the rounds, minus that after a smaller zip.',
      ],
    };
  },
};

/** Requests a zip and reads it to the end. */
async function download({ apiUrl, stack, users }: Harness, imageIds: readonly string[]): Promise<Zip> {
  const headers = { cookie: users[0]?.cookie ?? '', origin: stack.url, 'content-type': 'application/json' };
  const prepared = await fetch(`${apiUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ imageIds }),
  });
  if (!prepared.ok) throw new Error(`The zip was answered ${prepared.status}`);
  const { downloadUrl } = (await prepared.json()) as DownloadImagesReply;
  const startedAt = performance.now();
  const { body } = await fetch(`${apiUrl}${downloadUrl}`, { headers });
  let [firstByteMs, bytes] = [Number.NaN, 0];
  for await (const chunk of body ?? []) {
    if (bytes === 0) firstByteMs = performance.now() - startedAt;
    bytes += chunk.length;
  }
  if (bytes < imageIds.length * fileBytes) throw new Error(`The zip ended after ${bytes} bytes`);
  return { firstByteMs, seconds: (performance.now() - startedAt) / 1000 };
}

async function secondsToRead(paths: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  for (const path of paths) for await (const _ of createReadStream(path));
  return (performance.now() - startedAt) / 1000;
}
