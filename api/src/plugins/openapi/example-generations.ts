import { blankGeneration, type PublicGeneration, type PublicOutput, type Share } from '@atelier/contract';

export const exampleId = '0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10';
const beginning = '2026-03-01T09:30:00.000Z';
const end = '2026-03-01T09:31:04.000Z';

/** A generation right after its submission. */
export function runningExample(change: Partial<PublicGeneration>): PublicGeneration {
  return blankGeneration({
    id: exampleId,
    kind: 'text-to-video',
    medium: 'video',
    revision: 1,
    prompt: 'A paper boat on a rain-soaked street',
    model: 'wan-t2v',
    width: 854,
    height: 480,
    input: { prompt: 'A paper boat on a rain-soaked street', resolution: '480p', aspect_ratio: '16:9' },
    progress: { expected_seconds: 60 },
    can_cancel: true,
    credits: { cost: 300, held: 300, settled: 0, released: 0 },
    created_at: beginning,
    ...change,
  });
}

const exampleClip = {
  start: 0,
  end: 3.2,
  speed: 1,
  is_reversed: false,
  repeats: 1,
  fit: 'contain' as const,
  focus_x: 0.5,
  focus_y: 0.5,
  volume: 1,
  fade_in: 0,
  fade_out: 0,
};

/** A cut of two videos; only `url`, `start` and `end` of each are needed. */
export const cutExample = {
  body: {
    plan: {
      clips: [
        { ...exampleClip, url: '/media/u/0190a3e0/0190a3f1.mp4' },
        {
          ...exampleClip,
          url: '/media/u/0190a3e0/0190a3f2.mp4',
          speed: 2,
          fit: 'cover' as const,
          fade_out: 0.5,
        },
      ],
      shape: '9:16' as const,
      sound: null,
      caption: '',
      poster_seconds: null,
    },
    request_id: exampleId,
  },
  reply: {
    cut: {
      id: exampleId,
      revision: 1,
      state: 'waiting' as const,
      percent: null,
      generation_id: null,
      error: null,
      created_at: beginning,
      finished_at: null,
    },
  },
};

/** The same generation with its result. */
export function completedExample(
  change: Partial<PublicGeneration>,
  output: Partial<PublicOutput>,
): PublicGeneration {
  const cost = change.credits?.cost ?? 300;
  const running = runningExample(change);
  return {
    ...running,
    status: 'completed',
    revision: 6,
    progress: { ...running.progress, stage: 'done', stage_started_at: end },
    can_cancel: false,
    credits: { cost, held: 0, settled: cost, released: 0 },
    outputs: [outputExample(output)],
    submitted_at: '2026-03-01T09:30:00.412Z',
    finished_at: end,
    provider_request_id: '764cabcf-b745-4b3e-ae38-1200304cf45b',
    seed_used: 815,
  };
}

function outputExample(change: Partial<PublicOutput>): PublicOutput {
  return {
    id: '0190a3f3-68c0-7d0b-8b1e-0a8f3f5f9d21',
    url: '/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.mp4',
    poster_url: '/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.webp',
    placeholder: null,
    content_type: 'video/mp4',
    bytes: 1_482_233,
    width: 854,
    height: 480,
    duration_seconds: 5.06,
    fps: 16,
    text: null,
    is_flagged: false,
    original_url: 'https://v3.fal.media/files/otter/boat.mp4',
    ...change,
  };
}

/** A page that shows the generation of the other examples. */
export const shareExample: Share = {
  generation_id: exampleId,
  state: 'active',
  url: 'https://atelier.example/s/gC6Xq0i3n7pV5tYb2KfHs8wLmRzQaD1eJ4oUuT9yBxk',
  shows_prompt: true,
  shows_settings: true,
  allows_download: true,
  allows_indexing: false,
  taken_down_reason: null,
  views: 0,
  created_at: '2026-03-01T09:05:00.000Z',
  ends_at: null,
};

/** Limits of an API key. */
export const exampleKeyLimits = {
  daily_budget_credits: 2_000,
  total_budget_credits: 50_000,
  ask_above_credits: 1_000,
  job_budget_credits: 3_000,
  kinds: ['text-to-video', 'flux-schnell'],
};

/** A new API key with a last moment and limits. */
export const exampleNewKey = {
  name: 'Render farm',
  scopes: ['generate', 'files'],
  expires_at: '2026-12-31T23:59:59Z',
  ...exampleKeyLimits,
};

/** An API key as its list has it. */
export const exampleKey = {
  id: exampleId,
  name: 'Render farm',
  ending: 'x2Qk',
  client: null,
  created_at: '2026-03-01T09:00:00.000Z',
  last_used_at: null,
  scopes: ['generate', 'files'],
  expires_at: '2026-12-31T23:59:59.000Z',
  is_expired: false,
  ...exampleKeyLimits,
  spent_today_credits: 0,
  spent_credits: 0,
};

/** A program that asks to act for its user. */
export const exampleConnection = {
  client: { name: 'Desktop assistant', host: 'assistant.example.com', is_confirmed: true },
  user_code: null,
  scopes: ['generate', 'read', 'files'],
};

/** How its user answers. */
export const exampleConnectionAnswer = {
  body: { answer: 'allow', scopes: ['generate', 'read'], ...exampleKeyLimits },
  reply: { success: true, continue_at: '/oauth/authorize/8Jd0aS6Y3nUq2LrVwXk5tCzPb1mFhGeKo7iNsQxTyRu' },
};

/** A request of a program that its owner has approved. */
const exampleApproval = {
  id: exampleId,
  key: { id: exampleId, name: 'Render farm', ending: 'x2Qk' },
  cost_credits: 3_000,
  count: 10,
  kinds: [{ kind: 'text-to-video', count: 10 }],
  prompt: 'A paper boat on the rain',
  created_at: '2026-03-01T09:00:00.000Z',
  expires_at: '2026-03-01T10:04:00.000Z',
  status: 'approved',
  answered_at: '2026-03-01T09:04:00.000Z',
};

/** How its owner answers. */
export const exampleApprovalAnswer = {
  body: { answer: 'approve' },
  reply: { approval: exampleApproval, left_credits: 20_000 },
};

/** A generation that waits in its owner's line. */
export const lineExample = {
  id: exampleId,
  position: 1,
  kind: 'text-to-video',
  medium: 'video',
  prompt: 'A paper boat on the rain',
  model: 'wan-t2v',
  cost: 300,
  expected_seconds: 75,
  created_at: '2026-03-01T09:00:00.000Z',
  stop_after: false,
};
