import type { PublicFilm, PublicGeneration } from '@atelier/contract';
import { expect, it } from 'vitest';
import { noGenerations } from '#product/generation/store/generations-state.ts';
import { listTakes } from './shot-views.ts';

it('a take in the trash is still one of the film', () => {
  const generation = {
    id: 'kite',
    status: 'failed',
    revision: 1,
    outputs: [],
  } as unknown as PublicGeneration;
  const film = { takes: [{ shot_id: 'one', generation }] } as unknown as PublicFilm;
  const takes = listTakes(film, { ...noGenerations, deletedIds: new Set(['kite']) });
  expect(takes).toMatchObject([{ id: 'kite', shotId: 'one', state: 'failed' }]);
});
