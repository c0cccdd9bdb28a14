import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreateBatchReply, CreateReply } from '@atelier/contract';
import type { FalEmulator } from '@atelier/fal-emulator';
import { type Facts, findViolations } from '../../checker/find-violations.ts';
import type { Operation } from '../load/operation-log.ts';
import type { Load } from '../load/start-load.ts';
import type { Stage } from '../stage/open-stage.ts';
import { checkAcknowledged } from './check-acknowledged.ts';
import { checkClosings } from './check-closings.ts';
import { checkFiles } from './check-files.ts';
import { checkPages } from './check-pages.ts';
import { checkPushes } from './check-pushes.ts';
import { checkWebhooks } from './check-webhooks.ts';

/** Files of deleted generations go within half a minute, and events are on their way for a moment. */
const limitMs = 75_000;
const everyMs = 500;

/** Everything that must hold when nothing is under way any more; one sentence for each violation. */
export async function judge(stage: Stage, load: Load, signal: AbortSignal): Promise<string[]> {
  const until = Date.now() + limitMs;
  let found = await findAll(stage, load);
  while (found.length > 0 && Date.now() < until && !signal.aborted) {
    await wait(everyMs);
    found = await findAll(stage, load);
  }
  return [...found, ...stage.processes.all.flatMap(({ unexpectedEnds }) => unexpectedEnds)];
}

async function findAll(stage: Stage, { log, users }: Load): Promise<string[]> {
  const { db, files: storage, emulator, userServer, pushService } = stage;
  const files = await storage.list();
  const facts: Facts = {
    now: new Date(),
    statFile: async (key) => files.get(key)?.bytes,
    storedKeys: [...files.keys()],
    acknowledged: acknowledgedIn(log.all),
    accepted: acceptedBy(emulator),
    seen: users.flatMap(({ page }) => [...page.states].map(([id, state]) => ({ id, ...state }))),
  };
  return [
    ...(await findViolations(async (text, values) => (await db.pool.query(text, values)).rows, facts)),
    ...(await checkAcknowledged(db, log.all)),
    ...(await checkFiles(db, files)),
    ...(await checkPages(db, users)),
    ...(await checkWebhooks(db, userServer.answers)),
    ...(await checkPushes(db, users, pushService.received)),
    ...(await checkClosings(db)),
    ...(await findTemporaryFiles(stage)),
  ];
}

/** Finds temporary files of transfers that should have been completed or removed. */
async function findTemporaryFiles({ dataDir, storage }: Stage): Promise<string[]> {
  const folders = storage === 'disk' ? ['work', 'files/tmp'] : ['work'];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(dataDir, folder))).map((name) => `files: ${folder}/${name} was left behind`),
    ),
  );
  return names.flat();
}

function acknowledgedIn(calls: readonly Operation[]): NonNullable<Facts['acknowledged']> {
  const submitted = calls.filter(({ action, outcome }) => action === 'submit' && outcome === 'ok');
  const batches = calls.filter(({ action, outcome }) => action === 'batch' && outcome === 'ok');
  // A deletion without an answer may have happened.
  const deleted = calls.filter(({ action, outcome }) => action === 'delete' && outcome !== 'fail');
  return {
    ids: [
      ...submitted.map(({ body }) => (body as CreateReply).id),
      ...batches.flatMap(({ body }) => (body as CreateBatchReply).generations),
    ],
    deleted: new Set(deleted.map(({ subject }) => subject)),
  };
}

/** The address of a webhook names the generation and the attempt. */
export function acceptedBy({ control }: FalEmulator): NonNullable<Facts['accepted']> {
  return control.jobs().flatMap(({ requestId, webhookUrl }) => {
    const query = webhookUrl === undefined ? undefined : new URL(webhookUrl).searchParams;
    const generationId = query?.get('g');
    return generationId ? [{ requestId, generationId, attempt: Number(query?.get('a')) }] : [];
  });
}
