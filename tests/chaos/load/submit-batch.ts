import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kind, kinds } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';
import { type CreateBatchReply, listUploadFields } from '@atelier/contract';
import type { ActionDeps } from './other-actions.ts';
import type { BatchSubmission, Submission, User } from './user.ts';

const mostLines = 25;
const tries = 6;

/** Submits a batch of which most lines have to wait, and repeats it under its key until there is a definite answer. */
export async function submitBatch({ log, chance }: ActionDeps, user: User): Promise<void> {
  const key = randomUUID();
  const lines = Array.from({ length: Math.floor(chance.between(2, mostLines + 1)) }, () => {
    const kind = chance.pick(withoutFiles);
    return { kind, body: { ...listExamples(kind)[0]?.input } };
  });
  await submitBatchUntilAnswered(log, user, { key, lines });
}

export async function submitBatchUntilAnswered(
  log: ActionDeps['log'],
  user: User,
  batch: BatchSubmission,
): Promise<void> {
  const { client } = user;
  const lines = batch.lines.map(({ kind, body }) => ({ kind: kind.id, input: body }));
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { outcome, code, body } = await log.run(
      { userId: client.userId, action: 'batch', subject: batch.key },
      () => client.send('POST', '/api/batches', { lines, request_id: batch.key }),
    );
    if (outcome === 'ok') {
      user.openBatches.delete(batch);
      for (const [index, id] of (body as CreateBatchReply).generations.entries())
        user.generations.set(id, submissionOfLine(batch, index));
      return;
    }
    if (outcome === 'fail' && code !== 'in_progress') return;
    user.openBatches.add(batch);
    await wait(300 * 2 ** attempt);
  }
}

function submissionOfLine({ key, lines }: BatchSubmission, index: number): Submission {
  const line = lines[index];
  if (!line) throw new Error(`The batch ${key} has no line ${index}`);
  return { ...line, scenario: '', key: `${key} ${index}`, isByProgram: false };
}

const withoutFiles: readonly Kind[] = kinds.filter(
  (kind) => !listUploadFields(kind).some(({ name }) => listExamples(kind)[0]?.input[name] !== undefined),
);
