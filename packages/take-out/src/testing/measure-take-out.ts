// A process of its own that prepares and reads archives, so that its memory is that of nothing else. Sends what it measured
// to its parent.
import { join } from 'node:path';
import { connectDb, findOwnTakeOut, type TakeOutRow } from '@atelier/db';
import { createMediaAddresses, createStore } from '@atelier/storage';
import { type ReadyTakeOut, readArchive } from '../index.ts';
import { prepareTakeOut } from '../prepare-take-out.ts';

/** Growth of the resident memory at its highest, of the preparation and of reading the whole archive. */
export type Measured = {
  prepareMb: number;
  readMb: number;
  prepareSeconds: number;
  readSeconds: number;
  firstByteMs: number;
  archiveBytes: number;
};

const [databaseUrl = '', dataDir = '', ...ids] = process.argv.slice(2);
const db = connectDb({
  databaseUrl,
  applicationName: 'measure',
  maxConnections: 4,
  onError: () => undefined,
});
const PUBLIC_URL = 'http://atelier.test';
const store = createStore({ DATA_DIR: dataDir, PUBLIC_URL });
const ignore = () => undefined;

const deps = {
  db,
  store,
  mediaAddresses: createMediaAddresses({ PUBLIC_URL }),
  realtime: { emitToUser: async () => true },
  log: { info: ignore, warn: ignore },
  workDir: join(dataDir, 'work'),
  onGone: async () => undefined,
};

/** Runs the work and returns its result, its duration, and the growth of memory meanwhile. */
async function watch<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage.rss();
  let highest = before;
  const look = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 20);
  const startedAt = performance.now();
  const result = await work();
  clearInterval(timer);
  look();
  const seconds = (performance.now() - startedAt) / 1000;
  return { result, seconds, growthMb: (highest - before) / 1_048_576 };
}

async function readWhole(row: TakeOutRow & ReadyTakeOut) {
  const startedAt = performance.now();
  const archiveBytes = row.archive_bytes ?? 0;
  let [firstByteMs, bytes] = [Number.NaN, 0];
  for await (const chunk of readArchive(deps, row, { start: 0, end: archiveBytes - 1 })) {
    if (bytes === 0) firstByteMs = performance.now() - startedAt;
    bytes += chunk.length;
  }
  if (bytes !== archiveBytes) throw new Error(`${bytes} of ${archiveBytes} bytes were read`);
  return { firstByteMs, archiveBytes };
}

async function measure(takeOutId: string, userId: string): Promise<Measured> {
  const prepared = await watch(() => prepareTakeOut(deps, takeOutId));
  const row = (await findOwnTakeOut(db.pool, takeOutId, userId)) as TakeOutRow & ReadyTakeOut;
  const read = await watch(() => readWhole(row));
  return {
    prepareMb: prepared.growthMb,
    readMb: read.growthMb,
    prepareSeconds: prepared.seconds,
    readSeconds: read.seconds,
    ...read.result,
  };
}

const measured: Measured[] = [];
for (const pair of ids) {
  const [takeOutId = '', userId = ''] = pair.split(':');
  measured.push(await measure(takeOutId, userId));
}
await db.close();
process.send?.(measured);
