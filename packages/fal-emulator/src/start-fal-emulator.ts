import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createMediaProcess, type MediaProcess } from '@atelier/media';
import { createBillBook } from './billing/bill-book.ts';
import { createCallLog } from './call-log.ts';
import { type Context, createChanges } from './context.ts';
import { createControl, type EmulatorControl } from './control.ts';
import { createApp } from './create-app.ts';
import { createClock } from './lifetime/clock.ts';
import { createFileExpiries } from './lifetime/file-expiries.ts';
import { createInputLoader } from './load-input.ts';
import { createMediaMaker } from './media/create-media-maker.ts';
import { createSickness } from './sickness/sickness.ts';
import { createSlots } from './slots.ts';
import { createStepHolds } from './step-holds.ts';
import { createTools } from './tools.ts';
import { loadSigningKey } from './webhooks/signing-key.ts';

export type FalEmulatorOptions = {
  /** 127.0.0.1 when absent. */
  host?: string;
  /** Any free port when absent or 0. */
  port?: number;
  /** Factor on all durations: 1 (the default) is lifelike, 0 as fast as media can be made. */
  speed?: number;
  /** Holds the webhook key, uploads and outputs. Created when missing; safe to delete while stopped. */
  cacheDir: string;
  /** Where made media, what they are made of and fonts are kept, in `cacheDir` when absent. Emulators can share it. */
  mediaDir?: string;
  /** How many pictures are drawn for a second of video, for tests that need no smooth one. All of them when absent. */
  picturesPerSecond?: number;
  /** Reads files that jobs are given, and is closed with the emulator. A process of its own when absent. */
  media?: MediaProcess;
  webhookUserId?: string;
  /** The address that clients and webhook receivers use, when it differs from the one listened on. */
  publicUrl?: string;
  /** How many jobs are IN_PROGRESS at once; default 4. */
  concurrency?: number;
  /** How long a webhook's receiver may take; default 15 s. */
  webhookTimeoutMs?: number;
  /** Seeds of jobs that name none; 'fixed' by default at speed 0, else 'random'. */
  seeds?: 'random' | 'fixed';
  onLog?(line: string): void;
};

export type FalEmulator = {
  /** Goes in front of fal's host names: `{url}/queue.fal.run/...`. */
  url: string;
  jwksUrl: string;
  webhookUserId: string;
  control: EmulatorControl;
  close(): Promise<void>;
};

const defaultConcurrency = 4;
const defaultWebhookTimeoutMs = 15_000;
/** Enough for any local receiver, and well below the number of sockets a process may open. */
const webhooksAtOnce = 64;

/** fal keeps a result for about an hour. */
const jobKeptMs = 60 * 60 * 1000;
const sweepEveryMs = 60 * 1000;
/** fal promises its media for seven days. */
const fileKeptMs = 7 * 24 * 60 * 60 * 1000;

/** Starts a local stand-in for fal.ai: queue protocol, storage, webhooks and real media at one address. */
export async function startFalEmulator(options: FalEmulatorOptions): Promise<FalEmulator> {
  const cacheDir = resolve(options.cacheDir);
  const mediaDir = resolve(options.mediaDir ?? cacheDir);
  const filesDirectory = join(mediaDir, 'files');
  const uploadsDirectory = join(cacheDir, 'uploads');
  const inputsDirectory = join(mediaDir, 'inputs');
  await mkdir(cacheDir, { recursive: true });
  await deleteExpiredFiles([filesDirectory, uploadsDirectory, inputsDirectory]);
  const maker = await createMediaMaker({ directory: filesDirectory, fontDirectory: join(mediaDir, 'fonts') });
  const media = options.media ?? createMediaProcess();
  let url = '';
  const tools = createTools({
    maker,
    media,
    inputs: createInputLoader(inputsDirectory, media),
    filesDirectory,
    picturesPerSecond: options.picturesPerSecond,
    fileUrl: (name) => `${url}/files/${name}`,
  });
  const key = await loadSigningKey(join(cacheDir, 'webhook-key.pem'));
  const context: Context = { ...createState(options), tools, key, baseUrl: () => url };
  const control = createControl(context);
  const app = await createApp(context, control, { files: filesDirectory, uploads: uploadsDirectory });
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  url = (options.publicUrl ?? formatAddress(app.server.address(), options.host)).replace(/\/+$/, '');
  const stopExpiring = expireJobs(context);
  return {
    url,
    jwksUrl: `${url}/rest.fal.ai/.well-known/jwks.json`,
    webhookUserId: context.webhookUserId,
    control,
    async close() {
      stopExpiring();
      context.closing.abort(new Error('The emulator is closing'));
      for (const job of context.jobs.values()) job.abort.abort(context.closing.signal.reason);
      await app.close();
      await Promise.all([maker.close(), media.close()]);
    },
  };
}

function createState(options: FalEmulatorOptions): Omit<Context, 'tools' | 'key' | 'baseUrl'> {
  const speed = options.speed ?? 1;
  const clock = createClock();
  return {
    settings: { speed, seeds: options.seeds ?? (speed === 0 ? 'fixed' : 'random') },
    jobs: new Map(),
    refusals: new Map(),
    modelChanges: new Map(),
    calls: createCallLog(),
    sickness: createSickness(),
    clock,
    fileExpiries: createFileExpiries(clock),
    bills: createBillBook(),
    deletedPayloads: [],
    fileSendings: [],
    holds: createStepHolds(),
    slots: createSlots(options.concurrency ?? defaultConcurrency),
    webhookUserId: options.webhookUserId ?? 'local-emulator',
    webhookTimeoutMs: options.webhookTimeoutMs ?? defaultWebhookTimeoutMs,
    webhookSlots: createSlots(webhooksAtOnce),
    deliveries: [],
    changes: createChanges(),
    closing: new AbortController(),
    log: options.onLog ?? (() => undefined),
  };
}

function formatAddress(address: AddressInfo | string | null, host = '127.0.0.1'): string {
  if (typeof address !== 'object' || !address) throw new Error('The emulator has no address');
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? '127.0.0.1' : host}:${address.port}`;
}

/** Drops finished jobs after an hour. Returns the function that stops the timer. */
function expireJobs({ jobs }: Context): () => void {
  const sweep = () => {
    const limitMs = Date.now() - jobKeptMs;
    for (const [requestId, { finishedAtMs }] of jobs) {
      if (finishedAtMs !== undefined && finishedAtMs < limitMs) jobs.delete(requestId);
    }
  };
  const timer = setInterval(sweep, sweepEveryMs).unref();
  return () => clearInterval(timer);
}

/** Deletes files of earlier runs past their seven days. */
async function deleteExpiredFiles(directories: readonly string[]): Promise<void> {
  const limitMs = Date.now() - fileKeptMs;
  for (const directory of directories) {
    for (const name of await readdir(directory).catch(() => [])) {
      const path = join(directory, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts && facts.mtimeMs < limitMs) await rm(path, { force: true });
    }
  }
}
