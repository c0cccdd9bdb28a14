import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultInput, type Kind, kinds, mediumFacts } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';
import { type CreateReply, listUploadFields, type UploadAccept } from '@atelier/contract';
import type { Chance } from '../chance.ts';
import type { Client } from './client.ts';
import type { Operation, OperationLog } from './operation-log.ts';
import type { SampleFiles } from './sample-files.ts';
import type { Submission, User } from './user.ts';

const uploadPaths = {
  image: '/api/upload-image-wan-i2v',
  video: '/api/upload-video',
  audio: '/api/upload-audio',
  'audio-or-video': '/api/upload-audio',
};

/** How often fal's scenarios come up. Each of the emulator's words is among them. */
const scenarioWeights = {
  '': 60,
  fail: 3,
  crash: 3,
  slow: 2,
  nsfw: 2,
  twice: 4,
  silent: 3,
  late: 3,
  early: 4,
  lost: 3,
  refuse: 2,
  busy: 3,
  gone: 1,
  nofile: 2,
  null: 2,
  badsig: 2,
  stuck: 1,
  uncancellable: 2,
  black: 2,
  dim: 1,
  frozen: 1,
  mute: 1,
  short: 1,
  echo: 1,
};
const tries = 6;
/** A user's application now and then sends the same submission twice at once. */
const shareOfTwins = 0.1;
const shareWithWebhook = 0.3;

export type SubmitDeps = { log: OperationLog; chance: Chance; samples: SampleFiles; webhookUrl: string };

/** Submits a generation of any kind, and repeats it under its key until there is a definite answer. */
export async function submitAnything(deps: SubmitDeps, user: User): Promise<void> {
  const { chance } = deps;
  const kind = chance.pick(kinds);
  const scenario = chance.weighted(scenarioWeights);
  const files = await uploadInputs(deps, user, kind);
  if (!files) return;
  const body = readBody(kind, scenario, files);
  if (chance.isTrue(shareWithWebhook)) body.webhook_url = deps.webhookUrl;
  const submission = { kind, scenario, key: randomUUID(), body, isByProgram: chance.isTrue(0.5) };
  const twins = chance.isTrue(shareOfTwins) ? 2 : 1;
  await Promise.all(Array.from({ length: twins }, () => submitUntilAnswered(deps, user, submission)));
}

export async function submitUntilAnswered(
  deps: Pick<SubmitDeps, 'log'>,
  user: User,
  submission: Submission,
): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const client = (submission.isByProgram && user.program) || user.client;
    const operation = await submit(deps.log, client, submission);
    if (operation.outcome === 'ok') {
      const { generation } = operation.body as CreateReply;
      user.page.update(generation);
      user.generations.set(generation.id, submission);
      user.open.delete(submission);
      return;
    }
    if (operation.outcome === 'fail' && operation.code !== 'in_progress') return;
    user.open.add(submission);
    await wait(300 * 2 ** attempt);
  }
}

function submit(log: OperationLog, client: Client, { kind, key, body }: Submission): Promise<Operation> {
  return log.run({ userId: client.userId, action: 'submit', subject: key }, () =>
    client.send('POST', mediumFacts[kind.medium].createPath, body, { 'idempotency-key': key }),
  );
}

/** The kind's example with its files, and the emulator's scenario word. */
export function readBody(
  kind: Kind,
  scenario: string,
  files: Record<string, unknown>,
): Record<string, unknown> {
  const [example] = listExamples(kind);
  const input: Record<string, unknown> = { ...example?.input, ...files };
  const field = 'question' in input ? 'question' : 'prompt';
  if (scenario !== '') input[field] = `${input[field] ?? 'Waves'} [${scenario}]`;
  const { typeField, isNamedByMode } = mediumFacts[kind.medium];
  if (typeField === undefined) return input;
  if (!isNamedByMode) return { ...input, [typeField]: kind.id };
  const { model, mode } = kind.columns({ ...defaultInput(kind), ...input });
  return { ...input, [typeField]: mode, model };
}

/** Returns undefined when a file could not be uploaded. */
async function uploadInputs(deps: SubmitDeps, user: User, kind: Kind) {
  const [example] = listExamples(kind);
  const files: Record<string, string> = {};
  for (const { name, accept } of listUploadFields(kind)) {
    if (example?.input[name] === undefined) continue;
    const url = await uploadOne(deps, user, accept);
    if (url === undefined) return undefined;
    files[name] = url;
  }
  return files;
}

/** A user uploads a file once and mostly uses it again. */
export async function uploadOne({ log, chance, samples }: SubmitDeps, user: User, accept: UploadAccept) {
  const known = user.uploads[accept];
  if (known !== undefined && chance.isTrue(0.8)) return known;
  const { client } = user;
  const subject = { userId: client.userId, action: 'upload', subject: accept };
  const { outcome, body } = await log.run(subject, () => client.upload(uploadPaths[accept], samples[accept]));
  if (outcome !== 'ok') return undefined;
  const { imageUrl, data } = body as { imageUrl?: string; data?: { video_url?: string; audio_url?: string } };
  user.uploads[accept] = imageUrl ?? data?.video_url ?? data?.audio_url;
  return user.uploads[accept];
}
