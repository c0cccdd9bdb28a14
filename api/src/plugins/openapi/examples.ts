import { getKind, type Medium } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';
import type { ApiCallName } from '@atelier/contract';
import {
  completedExample,
  exampleApprovalAnswer,
  exampleConnection,
  exampleConnectionAnswer,
  exampleId,
  exampleKey,
  exampleKeyLimits,
  exampleNewKey,
  lineExample,
  runningExample,
  shareExample,
} from './example-generations.ts';
import { workExamples } from './example-works.ts';

/** An example request and reply. A test validates each against its schema. */
export type CallExample = { body?: object; reply?: object };

const key = '7d9f2c1e-0b5a-4f43-9a53-6f8b1f0a2c77';
const uploaded = 'https://atelier.example/media/u/0190a3e0/0190a3f1.png';
const credits = (cost: number) => ({ cost, left_credits: 20_000 - cost });

/** The first example of a kind in the catalog. */
const readInput = (kindId: string): object => listExamples(getKind(kindId))[0]?.input ?? {};

function created(kindId: string, medium: Medium, cost: number) {
  const { prompt = '' } = readInput(kindId) as { prompt?: string };
  const held = { cost, held: cost, settled: 0, released: 0 };
  const input = readInput(kindId) as Record<string, unknown>;
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
        created_at: '2026-11-26T09:00:00.000Z',
        sign_in: { way: 'google', issuer: 'https://accounts.google.com' },
        lock: null,
      },
      credits: { left_credits: 19_700, held_credits: 300, revision: 12 },
      has_ever_paid: true,
      trash_days: 30,
      notices: [
        {
          id: exampleId,
          kind: 'sign_in',
          device: { browser: 'Firefox', system: 'Linux' },
          address: '203.0.113.5',
          key_ending: null,
          program: null,
          created_at: '2026-03-01T09:00:00.000Z',
        },
      ],
    },
  },
  'POST /api/user/close': {
    body: { email: 'paid@atelier.test' },
    reply: {
      closed_at: '2026-03-01T09:00:00.000Z',
      erased_at: '2026-03-15T09:00:00.000Z',
      statement_token: 'gC6Xq0i3n7pV5tYb2KfHs8wLmRzQaD1eJ4oUuT9yBxk',
    },
  },
  'POST /api/user/take-out': {
    body: { language: 'en' },
    reply: {
      take_out: {
        id: exampleId,
        revision: 1,
        state: 'preparing',
        progress: { done: 0, total: 0 },
        bytes: null,
        created_at: '2026-03-01T09:00:00.000Z',
        ready_at: null,
        expires_at: '2026-03-08T09:00:00.000Z',
      },
    },
  },
  'POST /api/auth/logout': { body: { everywhere: true }, reply: { success: true } },
  'POST /api/library/change': {
    body: { ids: [exampleId], favorite: true, addTags: ['boats'] },
    reply: { changed: 1, skipped: [], full: [] },
  },
  'POST /api/admin/reports/{id}/hide': {
    body: { reason: 'Looked at until tomorrow' },
    reply: { success: true },
  },
  'POST /api/admin/reports/{id}/keep': {
    body: { reason: 'Nothing wrong with it' },
    reply: { success: true },
  },
  'POST /api/admin/reports/{id}/remove': {
    body: { reason: 'Shows a user without consent' },
    reply: { success: true },
  },
  'POST /api/admin/reports/{id}/restore': {
    body: { reason: 'The reporter has agreed' },
    reply: { success: true },
  },
  'POST /api/admin/payment-events/{id}/settle': {
    body: { reason: 'Refunded at the payment provider' },
    reply: { data: [], payment_events: [] },
  },
  'POST /api/batches': {
    body: {
      name: 'Boats',
      expected_cost: 40,
      lines: [
        { kind: 'flux-schnell', input: { prompt: 'A paper boat on the rain', seed: 1 } },
        { kind: 'flux-schnell', input: { prompt: 'A paper boat on the rain', seed: 2 } },
      ],
    },
  },
  'POST /api/quotes': {
    body: { kind: 'text-to-video', input: { prompt: 'A paper boat on the rain' } },
    reply: {
      quote: 'eyJhbGciOiJFZERTQSJ9.eyJjcmVkaXRzIjozMDB9.c2lnbmF0dXJl',
      expires_at: '2026-03-01T09:10:00.000Z',
      total_credits: 300,
      lines: [{ line: 1, cost_credits: 300, expected_seconds: 74.5, expected_most_seconds: 118 }],
      refusal: null,
    },
  },
  'PATCH /api/batches/{id}': { body: { name: 'Boats at sea' } },
  'PUT /api/batches/{id}/pick': { body: { set: 1, generation_id: exampleId } },
  ...workExamples,
  'POST /api/projects': { body: { name: 'Boats' } },
  'PUT /api/projects/order': { body: { ids: [exampleId] } },
  'PATCH /api/projects/{id}': { body: { name: 'Boats at sea', is_archived: false } },
  'GET /api/generations': { reply: { data: [boat] } },
  'POST /api/generations': { reply: created('text-to-video', 'video', 300) },
  'GET /api/library': { reply: { data: [boat], next: null, previous: null } },
  'GET /api/generations/{id}': { reply: { generation: boat } },
  'PATCH /api/generations/{id}': {
    body: { is_public: true },
    reply: { generation: { ...boat, is_public: true } },
  },
  'POST /api/generations/{id}/share': {
    body: {
      shows_prompt: true,
      shows_settings: true,
      allows_download: true,
      allows_indexing: false,
      ends_at: null,
    },
    reply: { share: shareExample },
  },
  'PATCH /api/generations/{id}/share': {
    body: { shows_prompt: false },
    reply: { share: { ...shareExample, shows_prompt: false, views: 12 } },
  },
  'POST /api/generations/{id}/cancel': {
    reply: { generation: runningExample({ status: 'cancelled', can_cancel: false }) },
  },
  'GET /api/generations/{id}/stand-in': {
    reply: { offer: { kind: 'text-to-video', credits: 300 } },
  },
  'POST /api/generations/{id}/stand-in': {
    body: { kind: 'text-to-video', max_credits: 300 },
    reply: { generation: runningExample({ status: 'waiting', stood_in_for: 'veo3-1' }) },
  },
  'POST /api/generations/{id}/frames': {
    body: { at: 'last' },
    reply: { success: true, imageUrl: uploaded, width: 1280, height: 720 },
  },
  'POST /api/wan/createVideo': {
    body: { request_id: key, video_generation_type: 'text-to-video', ...readInput('text-to-video') },
    reply: created('text-to-video', 'video', 300),
  },
  'POST /api/wan/createImage': {
    body: {
      request_id: key,
      image_generation_type: 'text-to-image',
      model: 'flux-dev',
      ...readInput('flux-dev'),
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
  'POST /api/library/download': {
    body: { ids: [exampleId], format: 'original' },
    reply: { downloadUrl: `/api/library/download/${exampleId}`, expires_seconds: 3_600 },
  },
  'POST /api/library/find-file': {
    body: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    reply: { generation: { id: exampleId, medium: 'image', position: 0 } },
  },
  'GET /api/line': {
    reply: {
      data: [lineExample],
      is_paused: false,
      waiting_reason: 'place',
      debt_credits: 0,
      running: 5,
      limits: { running: 5, waiting: 1_000 },
      revision: 42,
    },
  },
  'POST /api/line/move': { body: { ids: [exampleId], before: null }, reply: { changed: 1, skipped: [] } },
  'POST /api/line/cancel': { body: { ids: [exampleId] }, reply: { changed: 1, skipped: [] } },
  'POST /api/line/pause': { reply: { is_paused: true } },
  'POST /api/line/resume': { reply: { is_paused: false } },
  'POST /api/line/stop-after': { body: { id: exampleId, on: true }, reply: { changed: 1, skipped: [] } },
  'POST /api/library/trash': {
    body: { ids: [exampleId], deleteFiles: true },
    reply: { moved: 1, skipped: [] },
  },
  'POST /api/library/restore': { body: { ids: [exampleId] }, reply: { moved: 1, skipped: [] } },
  'DELETE /api/trash': { body: { ids: [exampleId] }, reply: { removed: 1 } },
  'POST /api/generations/{id}/answer': {
    body: { answer: 'return' },
    reply: { returned_credits: 300, left_credits: 20_000 },
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
      message: 'The credits were refunded',
    },
  },
  'POST /api/user/api-keys': {
    body: exampleNewKey,
    reply: { ...exampleKey, key: 'atl_…x2Qk' },
  },
  'PATCH /api/user/api-keys/{id}': { body: exampleKeyLimits, reply: { data: exampleKey } },
  'POST /api/approvals/{id}/answer': exampleApprovalAnswer,
  'GET /api/connections/{id}': { reply: { connection: exampleConnection } },
  'POST /api/connections/{id}/answer': exampleConnectionAnswer,
  'PUT /api/user/push-subscription': {
    body: {
      endpoint: 'https://push.example.com/wpush/v2/gAAAAABk',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      application_server_key:
        'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
      language: 'en',
    },
    reply: { success: true },
  },
  'GET /api/user/settings': {
    reply: { daily_cap_credits: null, recipe_in_downloads: true, recipe_in_shared_files: false },
  },
  'PATCH /api/user/settings': {
    body: { daily_cap_credits: 5_000 },
    reply: { daily_cap_credits: 5_000, recipe_in_downloads: true, recipe_in_shared_files: false },
  },
  'POST /api/checkout': {
    body: { pack: 'starter', redirect: '/creator/video', request_id: key },
    reply: { url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2', purchase_id: exampleId },
  },
};
