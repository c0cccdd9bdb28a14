import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { PublicTakeOut } from '@atelier/contract';
import { getWorkFolder } from '@atelier/storage';
import { prepareTakeOut } from '@atelier/take-out';
import { fromBufferPromise } from 'yauzl';
import type { TestApi, TestUser } from './start-test-api.ts';

export const takeOutPath = '/api/user/take-out';

export async function startTakeOut(user: TestUser, language = 'en'): Promise<PublicTakeOut> {
  const reply = await user.post(takeOutPath, { language });
  if (reply.status !== 200) throw new Error(`Not started: ${reply.bytes.toString()}`);
  return (reply.body as { take_out: PublicTakeOut }).take_out;
}

/** Prepares the take-out, as a worker does after `POST /api/user/take-out`. */
export async function runTakeOut({ deps, realtime }: TestApi, id: string): Promise<void> {
  await prepareTakeOut({ ...deps, realtime, workDir: getWorkFolder(deps.env) }, id);
}

export async function findTakeOut(user: TestUser): Promise<PublicTakeOut | null> {
  return ((await user.get(takeOutPath)).body as { take_out: PublicTakeOut | null }).take_out;
}

/** A prepared archive and its address. */
export async function makeTakeOut(api: TestApi, user: TestUser, language = 'en') {
  const { id } = await startTakeOut(user, language);
  await runTakeOut(api, id);
  const reply = await user.post(`${takeOutPath}/${id}/address`);
  if (reply.status !== 200) throw new Error(`Not ready: ${reply.bytes.toString()}`);
  return { id, url: (reply.body as { url: string }).url };
}

/** The files of a zip by name, each read whole and verified by its checksum. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} does not have its checksum`);
    if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
    files.set(entry.fileName, content);
  }
  return files;
}
