import { getKind } from '@atelier/catalog';
import { examplesOf } from '@atelier/catalog/server';
import type { ApiCallName } from '@atelier/contract';
import { completedExample, exampleId, runningExample } from './example-records.ts';

/** An example request and reply. A test validates each against its schema. */
export type CallExample = { body?: object; reply?: object };

const key = '7d9f2c1e-0b5a-4f43-9a53-6f8b1f0a2c77';
const uploaded = 'https://atelier.example/media/u/0190a3e0/0190a3f1.png';
const credits = (cost: number) => ({ cost, left_credits: 20_000 - cost });

/** The first example of a kind in the catalog. */
function inputOf(kindId: string): object {
  return examplesOf(getKind(kindId))[0]?.input ?? {};
}

function created(kindId: string, medium: 'video' | 'image' | 'audio' | 'text', cost: number) {
  const { prompt = '' } = inputOf(kindId) as { prompt?: string };
  const held = { cost, held: cost, settled: 0, released: 0 };
  const input = inputOf(kindId) as Record<string, unknown>;
  const generation = runningExample({ kind: kindId, medium, prompt, input, credits: held });
  return { id: exampleId, request_id: exampleId, status: 'pending', credits: credits(cost), generation };
}

const boat = completedExample({}, {});

export const examples: Partial<Record<ApiCallName, CallExample>> = {
  'GET /api/user/info': {
    reply: {
      user: {
        id: '0190a3e0-1111-7000-8000-000000000001',
        email: 'paid@atelier.test',
        name: 'Paid',
        is_admin: false,
      },
      credits: { left_credits: 19_700, held_credits: 300, revision: 12 },
      has_ever_paid: true,
    },
  },
  'POST /api/auth/logout': { body: { everywhere: true }, reply: { success: true } },
  'GET /api/generations': { reply: { data: [boat] } },
  'GET /api/generations/{id}': { reply: { generation: boat } },
  'PATCH /api/generations/{id}': {
    body: { is_public: true },
    reply: { generation: { ...boat, is_public: true } },
  },
  'POST /api/generations/{id}/cancel': {
    reply: { generation: runningExample({ status: 'cancelled', can_cancel: false }) },
  },
  'POST /api/wan/createVideo': {
    body: { request_id: key, video_generation_type: 'text-to-video', ...inputOf('text-to-video') },
    reply: created('text-to-video', 'video', 300),
  },
  'POST /api/wan/createImage': {
    body: {
      request_id: key,
      image_generation_type: 'text-to-image',
      model: 'flux-dev',
      ...inputOf('flux-dev'),
      num_images: 2,
    },
    reply: created('flux-dev', 'image', 60),
  },
  'POST /api/wan/createAudio': {
    body: { request_id: key, video_url: uploaded.replace('.png', '.mp4'), prompt: 'Waves on a pebble beach' },
    reply: created('video-to-audio', 'audio', 50),
  },
  'POST /api/image-understanding/create': {
    body: { request_id: key, image: uploaded, question: 'How many boats are in the harbour?' },
    reply: { ...created('image-understanding', 'text', 100), job_id: exampleId },
  },
  'DELETE /api/video-generation/delete': { body: { id: exampleId }, reply: { success: true, id: exampleId } },
  'DELETE /api/audio-generation/delete': { body: { id: exampleId }, reply: { success: true, id: exampleId } },
  'DELETE /api/image-understanding/delete': {
    body: { id: exampleId },
    reply: { success: true, id: exampleId },
  },
  'DELETE /api/image-generation/delete': {
    body: { ids: [exampleId], deleteFiles: true },
    reply: { success: true, deletedCount: 1 },
  },
  'POST /api/image-generation/favorite': {
    body: { imageId: exampleId, isFavorite: true, tags: ['sea'] },
    reply: {
      success: true,
      data: [completedExample({ medium: 'image', is_favorite: true, tags: ['sea'] }, {})],
    },
  },
  'POST /api/image-generation/download': {
    body: { imageIds: [exampleId], format: 'webp' },
    reply: { downloadUrl: `/api/image-generation/download/${exampleId}`, expires_seconds: 3_600 },
  },
  'POST /api/wan/refundCredits': {
    body: { request_id: exampleId, reason: 'The sound is silent' },
    reply: {
      success: true,
      refund_status: 'refunded',
      data: {
        request_id: exampleId,
        refund_amount: 50,
        refunded_at: '2026-03-01T09:32:00.000Z',
        reason: 'The sound is silent',
      },
      message: 'The credits were given back',
    },
  },
  'POST /api/user/api-keys': {
    body: { name: 'Render farm' },
    reply: {
      id: exampleId,
      name: 'Render farm',
      ending: 'x2Qk',
      created_at: '2026-03-01T09:00:00.000Z',
      key: 'atl_…x2Qk',
    },
  },
  'PATCH /api/user/settings': { body: { daily_cap_credits: 5_000 }, reply: { daily_cap_credits: 5_000 } },
  'POST /api/checkout': {
    body: { pack: 'starter', redirect: '/creator/video', request_id: key },
    reply: { url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2', purchase_id: exampleId },
  },
};
