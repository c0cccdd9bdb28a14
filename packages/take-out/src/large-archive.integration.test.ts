import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  connectDb,
  findOwnTakeOut,
  insertTakeOut,
  type TakeOutRow,
  upsertUserFromIdentity,
} from '@atelier/db';
import { createTestDatabase, createTestFolder } from '@atelier/dev-stack/testing';
import { createStore } from '@atelier/storage';
import { afterAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type ReadyTakeOut, readArchive } from './read-archive.ts';
import type { Measured } from './testing/measure-take-out.ts';

const database = await createTestDatabase();
const db = connectDb({
  databaseUrl: database.adminUrl,
  applicationName: 'test',
  maxConnections: 2,
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** TAKE_OUT_RECORDS=100000 measures the real thing. */
const generationCount = Number(process.env.TAKE_OUT_RECORDS ?? 3_000);
/** 60 are promised for 100,000 generations. A few thousand end before V8 has enlarged anything, so they get less. */
const maxGrowthMb = generationCount < 100_000 ? 35 : 60;
/** Options of Node with which the processes of the image run. */
const nodeOptions = readFileSync(join(import.meta.dirname, '../../../Dockerfile'), 'utf8').match(
  /^ENV NODE_OPTIONS=(\S+)$/m,
)?.[1];

/** A user with so many images, each with a file of its own, and a take-out that waits for a worker. */
async function begin(dataDir: string, count: number): Promise<string> {
  const subject = randomUUID();
  const email = `${subject}@atelier.test`;
  const identity = { provider: 'test', subject, email, isEmailVerified: true, name: null };
  const { userId } = await upsertUserFromIdentity(db, identity);
  const folder = join(dataDir, 'files');
  for (let first = 1; first <= count; first += imagesPerInsert) {
    const keys = await insertImages(userId, first, Math.min(count, first + imagesPerInsert - 1));
    mkdirSync(join(folder, dirname(keys[0] ?? '')), { recursive: true });
    for (const key of keys) writeFileSync(join(folder, key), key.repeat(4).slice(0, 300));
  }
  const takeOut = await insertTakeOut(db.pool, { id: randomUUID(), userId, language: 'en', token: 'secret' });
  return `${takeOut?.id}:${userId}`;
}

/** One statement for all would take longer than a statement may. */
const imagesPerInsert = 5_000;

/** Inserts the images with these numbers and returns the keys of their files. */
async function insertImages(userId: string, first: number, last: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ key: string }>(
    `with image as (
       insert into generation (id, user_id, kind, medium, status, prompt, model, mode, width, height, input, cost, settled,
                               stage, expected_seconds, provider_endpoint, next_check_at, deadline_at, finished_at,
                               created_at)
       select gen_random_uuid(), $1, 'flux-schnell', 'image', 'completed', 'A red fox in fresh snow, number ' || n,
              'flux-schnell', 'text-to-image', 1024, 1024, '{"seed": 7, "num_images": 1}', 20, 20, 'done', 3,
              'fal-ai/flux/schnell', now(), now(), now(), now() - make_interval(mins => n)
         from generate_series($2::integer, $3::integer) n
       returning id
     )
     insert into output (id, generation_id, position, content_type, storage_key, bytes, width, height)
     select gen_random_uuid(), id, 0, 'image/png', 'u/' || $1::uuid || '/' || id || '.png', 300, 1024, 1024 from image
     returning storage_key as key`,
    [userId, first, last],
  );
  return rows.map(({ key }) => key);
}

/** The names in the archive, as a reader of zips finds them. */
async function readNames(dataDir: string, pair: string): Promise<string[]> {
  const [takeOutId = '', userId = ''] = pair.split(':');
  const row = (await findOwnTakeOut(db.pool, takeOutId, userId)) as TakeOutRow & ReadyTakeOut;
  const store = createStore({ DATA_DIR: dataDir, PUBLIC_URL: 'http://atelier.test' });
  const onGone = async () => undefined;
  const range = { start: 0, end: (row.archive_bytes ?? 0) - 1 };
  const zip = await fromBufferPromise(await buffer(readArchive({ db, store, onGone }, row, range)), {
    lazyEntries: true,
  });
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  return names;
}

it(`of many records is prepared and read with less than ${maxGrowthMb} MB of memory`, {
  tags: 'load',
  timeout: 3_600_000,
}, async () => {
  expect(nodeOptions).toMatch(/^--max-semi-space-size=\d+$/);
  const dataDir = await createTestFolder('take-out');
  // The first one only loads and compiles what the second one needs.
  const pairs = [await begin(dataDir, 300), await begin(dataDir, generationCount)];
  const script = join(import.meta.dirname, 'testing/measure-take-out.ts');
  const child = fork(script, [database.appUrl, dataDir, ...pairs], {
    execArgv: [nodeOptions ?? ''],
  });
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}`)));
  const [[, large]] = (await Promise.race([once(child, 'message'), died])) as [Measured[]];
  await expect(died).rejects.toThrow('ended with 0');
  if (process.env.TAKE_OUT_RECORDS) console.info(large);
  expect(large?.prepareMb).toBeLessThan(maxGrowthMb);
  expect(large?.readMb).toBeLessThan(maxGrowthMb);
  const names = await readNames(dataDir, pairs[1] ?? '');
  const pages = Math.ceil(generationCount / 100);
  expect(names.filter((name) => name.startsWith('images/'))).toHaveLength(2 * generationCount);
  expect(names.filter((name) => name.startsWith('gallery/'))).toHaveLength(pages);
  expect(names).toEqual(
    expect.arrayContaining(['index.html', 'gallery/pages.html', `gallery/${pages}.html`]),
  );
  expect(new Set(names).size).toBe(names.length);
});
