import { emptyFilm } from '@atelier/catalog/films';
import type { PublicFilm } from '@atelier/contract';
import { completedExample, cutExample, exampleId } from './example-generations.ts';

const moment = '2026-03-01T09:30:00.000Z';
const shotId = '5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21';
const document: PublicFilm['document'] = {
  ...emptyFilm,
  shots: [
    {
      id: shotId,
      prompt: 'A paper boat on a rain-soaked street',
      kind: 'text-to-video',
      seconds: 5,
      first_url: null,
      last_url: null,
      shares_last: false,
      take_id: null,
      volume: 1,
    },
  ],
  budget_credits: 2_000,
};

const shot = {
  id: shotId,
  take_id: null,
  kind: 'text-to-video',
  cost_credits: 300,
  problem: null,
};

/** A film before its only shot is made. */
const film: PublicFilm = {
  id: exampleId,
  name: 'Rain',
  project_id: null,
  revision: 1,
  document,
  shots: [{ ...shot, state: 'missing' }],
  takes: [],
  price: { missing: 1, credits: 300, spent_credits: 0 },
  cut: null,
  generation_id: null,
  is_joined: false,
  created_at: moment,
  updated_at: moment,
};

const made: PublicFilm = {
  ...film,
  revision: 2,
  shots: [{ ...shot, state: 'ready', take_id: exampleId }],
  takes: [{ shot_id: shotId, generation: completedExample({}, {}) }],
  price: { missing: 0, credits: 0, spent_credits: 300 },
};

/** Works that are made of others. */
export const workExamples = {
  'POST /api/cuts': cutExample,
  'POST /api/films': { body: { name: 'Rain', document }, reply: { film } },
  'GET /api/films/{id}': { reply: { film: made } },
  'PUT /api/films/{id}': { body: { revision: 1, name: 'Rain', document }, reply: { film: made } },
  'POST /api/films/{id}/make': {
    body: { revision: 2, expected_cost: 300, dry_run: true },
    reply: {
      dry_run: true,
      total_credits: 300,
      left_credits: 19_700,
      shots: [{ id: shotId, cost_credits: 300, problem: null }],
      batch_id: null,
      film: null,
    },
  },
  'POST /api/films/{id}/versions': {
    body: { name: 'First cut' },
    reply: {
      version: {
        id: exampleId,
        reason: 'saved',
        name: 'First cut',
        revision: 1,
        shots: 1,
        created_at: moment,
      },
    },
  },
};
