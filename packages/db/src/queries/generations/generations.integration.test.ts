import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { toPublicGeneration } from '../../public-generation.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createUser, newOutput, reserve, sha256 } from '../../testing/samples.ts';
import { findGeneration, findGenerationWithOutputs } from './generations.ts';
import { insertOutput, listOutputs } from './outputs.ts';

const db = await openTestDb();
afterAll(() => db.drop());

describe('findGenerationWithOutputs', () => {
  it('finds what its owner would be shown by reading both apart, the outputs in their order', async () => {
    const { id } = await reserve(db, await createUser(db, 300));
    for (const position of [1, 0]) {
      const changes = { original_url: 'https://files.example/a.mp4', sha256: sha256(String(position)) };
      await insertOutput(db.pool, newOutput(id, position, changes));
    }
    const generation = await findGeneration(db.pool, id);
    if (!generation) throw new Error('There is no generation');
    const found = await findGenerationWithOutputs(db.pool, id);
    expect(found?.generation).toEqual(generation);
    expect(found?.outputs.map(({ position }) => position)).toEqual([0, 1]);
    const show = (each: typeof found) => each && toPublicGeneration(each, (key) => key);
    expect(show(found)).toEqual(show({ generation, outputs: await listOutputs(db.pool, id) }));
  });

  it('finds one without outputs, and nothing under an unknown id', async () => {
    const { id } = await reserve(db, await createUser(db, 300));
    expect(await findGenerationWithOutputs(db.pool, id)).toMatchObject({ generation: { id }, outputs: [] });
    expect(await findGenerationWithOutputs(db.pool, randomUUID())).toBeUndefined();
  });
});
