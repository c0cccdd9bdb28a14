import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFloor } from '../floors/open-floor.ts';
import { median } from '../measure/statistics.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import { sendFile } from '../rig/send-file.ts';
import { watchMemory } from '../rig/watch-memory.ts';
import type { Row, RowContext } from '../row.ts';

const atOnce = 10;
const fileBytes = 52_428_800;
const megabyte = 1_000_000;
const path = '/api/upload-video';
const minShareOfFloor = 1 / 2;
const maxGrowthMb = 150;
const boundary = 'bench-boundary';

export const uploadRow: Row = {
  id: 'P8',
  title: `${atOnce} uploads of 50 MB at once`,
  isPerBackend: false,
  async run(context) {
    const settings = { LIMIT_UPLOAD_PER_MINUTE: '1000000' };
    const rig = await openRig(context, { users: 1, workerProcesses: 0, settings });
    const writeToDisk = await openWriteFloor(context);
    const rounds: { floor: number[]; api: number[] } = { floor: [], api: [] };
    await upload(rig);
    const watch = watchMemory();
    for (let round = 0; round < (context.isQuick ? 1 : 3); round += 1) {
      rounds.floor.push(await megabytesPerSecond(writeToDisk));
      rounds.api.push(await megabytesPerSecond(() => upload(rig)));
      context.say(`round ${round + 1}: ${Math.round(rounds.api.at(-1) ?? 0)} MB/s`);
    }
    const growthMb = watch.stop();
    const left = await abortAll(rig);
    const [floor, api] = [median(rounds.floor), median(rounds.api)];
    return {
      findings: [
        {
          what: 'megabytes stored each second',
          measured: { value: api, unit: '/s' },
          reference: { what: 'socket to disk', value: floor, unit: '/s' },
          target: `at least 1/${1 / minShareOfFloor}`,
          isMet: api >= floor * minShareOfFloor,
        },
        {
          what: 'growth of the api',
          measured: { value: growthMb, unit: 'MB' },
          target: `under ${maxGrowthMb} MB`,
          isMet: growthMb < maxGrowthMb,
        },
        {
          what: 'files left by uploads that were cut off',
          measured: { value: left, unit: 'files' },
          target: 'none',
          isMet: left === 0,
        },
      ],
      notes: [
        'Forms with a session and a check of type, counted and stored on disk. Floor: a bare server of Node that writes the',
        'same bytes to files. Growth: the highest resident memory during the rounds, over that after a first round.',
      ],
    };
  },
};

async function openWriteFloor({ resources }: RowContext): Promise<() => Promise<unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-writes-'));
  chmodSync(folder, 0o711);
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { url } = await openFloor(resources, new URL('../floors/write-server.ts', import.meta.url), [folder]);
  return () => inParallel(() => sendFile({ url, method: 'PUT', headers: {}, body: form }));
}

/** The first bytes of an mp4 and nothing else: its type is all that an upload is looked at for. */
const film = Buffer.concat([
  Buffer.from([0, 0, 0, 20]),
  Buffer.from('ftypisom\0\0\0\0isom'),
  Buffer.alloc(fileBytes - 20),
]);
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

function callOf({ apiUrl, stack, users }: Rig) {
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    origin: stack.url,
    cookie: users[0]?.cookie ?? '',
  };
  return { url: `${apiUrl}${path}`, method: 'POST', headers, body: form } as const;
}

async function upload(rig: Rig): Promise<void> {
  const answers = await inParallel(() => sendFile(callOf(rig)));
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`An upload was answered ${refused.status}`);
}

async function megabytesPerSecond(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (atOnce * fileBytes) / megabyte / ((performance.now() - startedAt) / 1000);
}

/** Cuts all of them in the middle, then gives the api some seconds to hear of it. */
async function abortAll(rig: Rig): Promise<number> {
  await inParallel(() => sendFile({ ...callOf(rig), cutAfterBytes: fileBytes / 2 }));
  for (let tries = 0; tries < 50 && countTemporary(rig) > 0; tries += 1) await delay(100);
  return countTemporary(rig);
}

function countTemporary({ dataDir }: Rig): number {
  // Each is made with its first file.
  const folders = [join(dataDir, 'files', 'tmp'), join(dataDir, 'work')].filter((folder) =>
    existsSync(folder),
  );
  return folders.reduce((sum, folder) => {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true });
    return sum + names.filter((entry) => entry.isFile()).length;
  }, 0);
}
