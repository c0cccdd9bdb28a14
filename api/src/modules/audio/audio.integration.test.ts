import { randomUUID } from 'node:crypto';
import type { AudioHistoryReply, AudioHistoryRow } from '@atelier/contract';
import { markProgress } from '@atelier/db';
import { newKey } from '@atelier/storage';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endGeneration, sendToProvider } from '../../testing/endings.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createAudioPath, submitAudio, uploadImage, uploadVideo } from '../../testing/submissions.ts';

const api = await startTestApi({ settings: { LIMIT_UPLOAD_PER_MINUTE: '100000' } });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const historyPath = '/api/audio-generation/history';
const updatePath = '/api/wan/updateAudioStatus';
const statusPath = (id: string) => `/api/audio-generation/status?record_id=${id}`;
const stepsRange = 'Inference steps must be between 1 and 50';
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const failure = {
  status: 'failed' as const,
  chargeCredits: 0,
  error: { code: 'timeout' as const, detail: null },
};

async function complete(user: TestUser, id: string): Promise<string> {
  const key = newKey(user.userId, 'audio/wav');
  const output = {
    content_type: 'audio/wav',
    storage_key: key,
    bytes: 882_044,
    duration_seconds: 5,
    peaks: [0, 0.53, 1],
  };
  await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 50, error: null, output });
  return key;
}

const remove = (user: TestUser, body: unknown) =>
  user.request('/api/audio-generation/delete', { method: 'DELETE', body });

async function readHistory(user: TestUser, query = '') {
  const reply = await user.get(`${historyPath}${query}`);
  expect(reply.status).toBe(200);
  return reply.body as AudioHistoryReply;
}

describe('a soundtrack for a video', () => {
  it('costs 50 credits and has its prompt trimmed', async () => {
    const user = await api.user({ credits: 120 });
    const reply = await user.post(createAudioPath, {
      request_id: randomUUID(),
      video_url: await uploadVideo(user),
      prompt: '  Waves on pebbles ',
      model: 'anything',
      user_email: 'someone@else.test',
      feature_type: 'video-to-audio',
    });
    const { id } = reply.body as { id: string };
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        request_id: id,
        status: 'pending',
        credits: { cost: 50, left_credits: 70 },
        generation: expect.objectContaining({
          kind: 'video-to-audio',
          medium: 'audio',
          prompt: 'Waves on pebbles',
          input: {
            video_url: expect.stringMatching(/^\/media\/u\//),
            prompt: 'Waves on pebbles',
            num_inference_steps: 24,
            cfg_scale: 5,
            seed: null,
          },
        }),
      },
    ]);
  });

  it('is created once per request_id', async () => {
    const user = await api.user();
    const body = { video_url: await uploadVideo(user), request_id: randomUUID() };
    const [first, second] = [await user.post(createAudioPath, body), await user.post(createAudioPath, body)];
    expect(second.body).toEqual(first.body);
  });

  it('reports an adjustment when the model needs more steps', async () => {
    const user = await api.user();
    const id = await submitAudio(user, { num_inference_steps: 1, cfg_scale: 20 });
    const { data } = await readHistory(user);
    expect(data[0]?.id).toBe(id);
    expect(data[0]?.generation.adjustments).toEqual([
      { field: 'num_inference_steps', from: 1, to: 2, reason: 'outside_model_range' },
    ]);
  });

  it.each([
    [{ video_url: undefined }, issue('video_url', 'Please upload a video or enter its link!')],
    [{ video_url: '   ' }, issue('video_url', 'Please upload a video or enter its link!')],
    [{ prompt: 'x'.repeat(2001) }, issue('prompt', 'Prompt must be less than 2000 characters')],
    [{ num_inference_steps: 0 }, issue('num_inference_steps', stepsRange)],
    [{ num_inference_steps: 51 }, issue('num_inference_steps', stepsRange)],
    [{ cfg_scale: 0.5 }, issue('cfg_scale', 'CFG scale must be between 1 and 20')],
    [{ cfg_scale: 20.5 }, issue('cfg_scale', 'CFG scale must be between 1 and 20')],
  ])('is refused with %j', async (more, expected) => {
    const user = await api.user();
    const body = { video_url: await uploadVideo(user), ...more };
    const reply = await user.post(createAudioPath, body);
    expect([reply.status, reply.body]).toEqual([
      400,
      refusal('validation_failed', 'Some fields are not valid', { issues: [expected] }),
    ]);
  });

  it('takes a video and nothing else', async () => {
    const user = await api.user();
    const reply = await user.post(createAudioPath, { video_url: await uploadImage(user) });
    expect([reply.status, reply.body]).toMatchObject([415, { code: 'unsupported_file', path: 'video_url' }]);
  });

  it('needs an upgraded account, with its own error message, and enough credits', async () => {
    const body = { video_url: 'https://example.com/a.mp4' };
    expect((await api.browser().post(createAudioPath, body)).status).toBe(401);
    const unpaid = await (await api.user({ credits: 0 })).post(createAudioPath, body);
    expect([unpaid.status, unpaid.body]).toEqual([
      403,
      refusal('please_upgrade_account', 'Please upgrade your account to generate audio'),
    ]);
    const poor = await api.user({ credits: 49 });
    const reply = await poor.post(createAudioPath, { video_url: await uploadVideo(poor) });
    expect([reply.status, reply.body]).toEqual([
      400,
      refusal('insufficient_credits', 'Insufficient credits', { required: 50, current: 49 }),
    ]);
  });
});

describe('the status route', () => {
  it('reports the progress, and in the end the file', async () => {
    const user = await api.user();
    const id = await submitAudio(user);
    expect((await user.get(statusPath(id))).body).toEqual({
      status: 'pending',
      audioUrl: null,
      errorMessage: null,
      progressMessage: 'Waiting to be sent to the model',
      progressPercentage: 0,
      generation: expect.objectContaining({ id, outputs: [] }),
    });
    const key = await complete(user, id);
    expect((await user.get(statusPath(id))).body).toEqual({
      status: 'completed',
      audioUrl: `/media/${key}`,
      errorMessage: null,
      progressMessage: null,
      progressPercentage: 100,
      generation: expect.objectContaining({
        outputs: [expect.objectContaining({ duration_seconds: 5, peaks: [0, 0.53, 1] })],
      }),
    });
  });

  it('replies 304 until the progress changes', async () => {
    const user = await api.user();
    const id = await submitAudio(user);
    await sendToProvider(api.deps, id);
    const etag = (await user.get(statusPath(id))).headers.get('etag') ?? '';
    const same = await user.get(statusPath(id), { 'if-none-match': etag });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    const progress = { stage: 'generating' as const, queuePosition: null, percent: 40 };
    await markProgress(api.deps.db.pool, id, progress);
    const moved = await user.get(statusPath(id), { 'if-none-match': etag });
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject({
      status: 'processing',
      progressMessage: 'Generating audio',
      progressPercentage: 40,
    });
  });

  it('reports why there is no result', async () => {
    const user = await api.user();
    const id = await submitAudio(user);
    await endGeneration(api.deps, id, failure);
    expect((await user.get(statusPath(id))).body).toMatchObject({
      status: 'failed',
      errorMessage: 'The generation took too long',
      progressPercentage: 0,
    });
  });
});

describe('updateAudioStatus', () => {
  it.each([
    { status: 'completed', audio_url: 'https://evil.test/a.wav', prompt: 'Other words' },
    { status: 'failed', error_message: 'Audio generation failed' },
  ])('changes nothing for %j', async (claim) => {
    const user = await api.user({ credits: 100 });
    const id = await submitAudio(user, { prompt: 'Waves' });
    const before = (await user.get(`/api/generations/${id}`)).body;
    const reply = await user.post(updatePath, { request_id: id, ...claim });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        id,
        status: 'pending',
        audioUrl: null,
        errorMessage: null,
        progressMessage: 'Waiting to be sent to the model',
        progressPercentage: 0,
        generation: (before as { generation: unknown }).generation,
      },
    ]);
    expect((await user.get(`/api/generations/${id}`)).body).toEqual(before);
    expect((await user.get('/api/user/info')).body).toMatchObject({
      credits: { left_credits: 50, held_credits: 50 },
    });
  });

  it('needs the id of an existing generation', async () => {
    const user = await api.user();
    expect((await user.post(updatePath, { status: 'completed' })).status).toBe(400);
    expect((await user.post(updatePath, { request_id: randomUUID() })).status).toBe(404);
  });
});

describe('the history', () => {
  it('returns every field of a finished generation', async () => {
    const user = await api.user();
    const id = await submitAudio(user, { prompt: 'Waves' });
    const key = await complete(user, id);
    const { data, ...counts } = await readHistory(user);
    expect(counts).toEqual({ total: 1, page: 1, totalPages: 1 });
    expect(data).toEqual([
      {
        id,
        prompt: 'Waves',
        createdAt: moment,
        status: 'completed',
        audioUrl: `/media/${key}`,
        inputMediaUrl: expect.stringMatching(/^\/media\/u\//),
        inputMediaType: 'video',
        duration: 5,
        fileSize: 882_044,
        creditsUsed: 50,
        requestId: id,
        creditsRefunded: false,
        refundAmount: null,
        refundedAt: null,
        refundReason: null,
        refundAttempts: 0,
        errorMessage: null,
        progressMessage: null,
        progressPercentage: 100,
        generation: expect.objectContaining({ id, status: 'completed' }),
      },
    ]);
  });

  it('shows credits that were released automatically, with reason and time', async () => {
    const user = await api.user();
    const [failed, cancelled] = [await submitAudio(user), await submitAudio(user)];
    await endGeneration(api.deps, failed, failure);
    await user.post(`/api/generations/${cancelled}/cancel`);
    const { data } = await readHistory(user);
    const back = { creditsRefunded: true, refundAmount: 50, refundedAt: moment, refundAttempts: 0 };
    expect(data).toMatchObject([
      { id: cancelled, status: 'cancelled', ...back, refundReason: 'cancelled' },
      { id: failed, status: 'failed', ...back, refundReason: 'timeout' },
    ]);
  });

  it('returns everything without parameters, and supports paging and search', async () => {
    const user = await api.user();
    const video_url = await uploadVideo(user);
    for (const prompt of ['Rain', 'Wind', 'Rain and wind']) await submitAudio(user, { video_url, prompt });
    const prompts = async (query: string) =>
      (await readHistory(user, query)).data.map((row: AudioHistoryRow) => row.prompt);
    expect(await prompts('')).toEqual(['Rain and wind', 'Wind', 'Rain']);
    expect(await prompts('?page=2&pageSize=2')).toEqual(['Rain']);
    expect(await prompts('?search=rain')).toEqual(['Rain and wind', 'Rain']);
    expect((await user.get(`${historyPath}?page=0`)).status).toBe(400);
  });

  it('needs a session', async () => {
    expect((await api.browser().get(historyPath)).status).toBe(401);
  });
});

it('a deletion removes a soundtrack from the history but does not refund it', async () => {
  const user = await api.user({ credits: 100 });
  const id = await submitAudio(user);
  await complete(user, id);
  const reply = await remove(user, { id });
  expect([reply.status, reply.body]).toEqual([200, { success: true, id }]);
  expect(await readHistory(user)).toMatchObject({ data: [], total: 0 });
  expect((await user.get(statusPath(id))).status).toBe(404);
  expect((await user.get('/api/user/info')).body).toMatchObject({ credits: { left_credits: 50 } });
});

it('a soundtrack is visible to its owner only', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  const id = await submitAudio(owner);
  expect((await other.get(statusPath(id))).status).toBe(404);
  expect((await other.post(updatePath, { request_id: id })).status).toBe(404);
  expect((await remove(other, { id })).status).toBe(404);
  expect(await readHistory(other)).toMatchObject({ data: [], total: 0 });
  expect((await readHistory(owner)).total).toBe(1);
});

describe('the type of a sound', () => {
  it('is that of a soundtrack when absent, and names any other kind of sound', async () => {
    const user = await api.user({ credits: 1_000 });
    await submitAudio(user);
    const prompt = 'A door creaks open';
    const reply = await user.post(createAudioPath, { audio_generation_type: 'sound-effects', prompt });
    expect(reply.status).toBe(200);
    const { data } = await readHistory(user);
    expect(data.map(({ inputMediaType, generation }) => [generation.kind, inputMediaType])).toEqual([
      ['sound-effects', null],
      ['video-to-audio', 'video'],
    ]);
  });

  it('charges speech by the characters of its text, and refuses one that is too long for free', async () => {
    const user = await api.user({ credits: 1_000 });
    const speak = (prompt: string) =>
      user.post(createAudioPath, { audio_generation_type: 'text-to-speech', prompt, voice: 'George' });
    expect((await speak('a'.repeat(201))).status).toBe(200);
    expect((await user.get('/api/user/info')).body).toMatchObject({ credits: { left_credits: 985 } });
    const refused = await speak('a'.repeat(5_001));
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'validation_failed' }]);
    expect((await speak(' ')).body).toMatchObject({ code: 'validation_failed' });
    expect((await user.get('/api/user/info')).body).toMatchObject({ credits: { left_credits: 985 } });
  });

  it('refuses a voice that the model does not have at its field, with those that it has, for free', async () => {
    const user = await api.user({ credits: 1_000 });
    for (const voice of ['Antoni', 'rachel', '', 7]) {
      const { status, body } = await user.post(createAudioPath, {
        audio_generation_type: 'text-to-speech',
        prompt: 'The last ferry left at nine.',
        voice,
      });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'validation_failed',
        issues: [
          { path: 'voice', code: 'option_not_supported', message: expect.stringContaining('Rachel, Aria') },
        ],
      });
    }
    const { body } = await user.get('/api/user/info');
    expect(body).toMatchObject({ credits: { left_credits: 1_000 } });
    expect((await readHistory(user)).data).toEqual([]);
  });

  it.each(['text-to-video', 'noise', 7, null, ''])('%j is refused', async (type) => {
    const user = await api.user({ credits: 100 });
    const body = { audio_generation_type: type, prompt: 'A door' };
    const reply = await user.post(createAudioPath, body);
    if (type === null) expect(reply.body).toMatchObject({ code: 'validation_failed' });
    else
      expect([reply.status, reply.body]).toEqual([
        400,
        refusal('invalid_audio_generation_type', 'Invalid audio generation type'),
      ]);
  });
});
