import { type GenerationRow, insertOutput } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';
import { emptyOutput } from './empty-output.ts';

/** Keeps an answer in words as the only output. A second run of the job finds it there and changes nothing. */
export async function storeText(
  deps: Pick<WorkerDeps, 'db'>,
  row: GenerationRow,
  text: string,
): Promise<void> {
  await insertOutput(deps.db.pool, {
    ...emptyOutput(row, 0),
    content_type: 'text/plain',
    bytes: Buffer.byteLength(text),
    text,
  });
}
