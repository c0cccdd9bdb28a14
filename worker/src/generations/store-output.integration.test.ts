import { findLedgerProblems, listOutputs } from '@atelier/db';
import { storeDrivers } from '@atelier/dev-stack/test-sets';
import { startS3Server } from '@atelier/storage/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { current, deleteForGood, order, reach } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { deleteFiles } from '../uploads/delete-files.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { finishGeneration } from './finish-generation.ts';

describe.each(storeDrivers)('a result stored on %s', async (driver) => {
  const s3 = driver === 's3' ? await startS3Server() : undefined;
  const worker = await openTestWorker({ env: { ...s3?.settings } });
  const { deps } = worker;
  afterEach(async () => expect(await findLedgerProblems(deps.db.pool)).toEqual([]));
  afterAll(async () => {
    await worker.close();
    await s3?.close();
  });

  it('is complete once its generation is completed, and gone once that is deleted for good', async () => {
    const generation = await order(deps, { prompt: 'A boat on the rain' });
    const { id: generationId } = generation;
    await dispatchGeneration(deps, { generationId });
    await reach(deps, generation, (row) => row.stage === 'saving');
    await finishGeneration(deps, { generationId }, { isLastAttempt: false });
    expect(await current(deps, generation)).toMatchObject({ status: 'completed', settled: 300 });

    const [output] = await listOutputs(deps.db.pool, generationId);
    const { storage_key: key, poster_key: posterKey, bytes } = output ?? {};
    if (!key || !posterKey) throw new Error('The output has no files');
    expect(await deps.store.find(key)).toMatchObject({ bytes });
    expect(await deps.store.find(posterKey)).toMatchObject({ bytes: expect.any(Number) });

    await deleteForGood(deps, generation);
    await deleteFiles(deps, { generationId });
    expect([await deps.store.find(key), await deps.store.find(posterKey)]).toEqual([undefined, undefined]);
    await deleteFiles(deps, { generationId });
  });
});
