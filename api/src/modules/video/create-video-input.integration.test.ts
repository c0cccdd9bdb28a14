import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { createVideoPath as path, textToVideo } from '../../testing/submissions.ts';
import { countRows } from '../../testing/test-store.ts';

const api = await startTestApi();
const paid = await api.user();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const nothing = { generations: 0, reserves: 0, keys: 0 };
const invalidJson = refusal('invalid_json', 'The body is not valid JSON');
const noObject = refusal('invalid_json', 'The body must be a JSON object');
const invalid = (...issues: unknown[]) =>
  refusal('validation_failed', 'Some fields are not valid', { issues });

describe('the order of checks', () => {
  it('requires a session before anything else', async () => {
    const reply = await api.browser().post(path, '{bad', { origin: 'https://evil.test' });
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual(refusal('please_login', 'Unauthorized'));
  });

  it('refuses a malformed cookie', async () => {
    const browser = api.browser();
    browser.cookies.set('sid', "' or 1=1 --");
    const reply = await browser.post(path, textToVideo);
    expect(reply.status).toBe(401);
  });

  it.each(['https://evil.test', 'null', `${new URL(api.url).origin}`, null])(
    'refuses the origin %s before it reads the body',
    async (origin) => {
      const reply = await paid.post(path, '{bad', { origin });
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual(refusal('bad_origin', 'This request did not come from this site'));
    },
  );

  it('counts refused origins in the audit log, with the account and the origin', async () => {
    const user = await api.user();
    for (let time = 0; time < 3; time += 1)
      await user.post(path, textToVideo, { origin: 'https://evil.test' });
    await user.post(path, textToVideo, { origin: `https://${'x'.repeat(500)}` });
    const [first, second] = await auditEvents(api, { name: 'origin_refused', userId: user.userId });
    const details = { method: 'POST', route: path };
    expect(first).toMatchObject({ actor: 'user', occurrences: 3, details });
    expect(first?.details.origin).toBe('https://evil.test');
    expect(second?.details.origin).toHaveLength(100);
  });

  it('validates before it checks for payment, and that before the balance', async () => {
    const unpaid = await api.user({ credits: 0 });
    const wrong = await unpaid.post(path, { ...textToVideo, prompt: '' });
    expect(wrong.status).toBe(400);
    const valid = await unpaid.post(path, textToVideo);
    expect(valid.status).toBe(403);
    expect(valid.body).toEqual(refusal('please_upgrade_account', 'Please upgrade your account'));
    const option = await unpaid.post(path, { ...textToVideo, resolution: '720p' });
    expect(option.body).toEqual(
      refusal('please_upgrade_account', 'Please upgrade your account', {
        option: { field: 'resolution', value: '720p' },
        options: [{ field: 'resolution', value: '720p' }],
      }),
    );
    const both = await unpaid.post(path, { ...textToVideo, resolution: '720p', aspect_ratio: '9:16' });
    expect(both.body).toMatchObject({
      option: { field: 'aspect_ratio', value: '9:16' },
      options: [
        { field: 'aspect_ratio', value: '9:16' },
        { field: 'resolution', value: '720p' },
      ],
    });
    expect(await countRows(api.store, unpaid.userId)).toEqual(nothing);
  });

  it('reports required and available credits', async () => {
    const poor = await api.user({ credits: 299 });
    const reply = await poor.post(path, textToVideo);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      refusal('insufficient_credits', 'Insufficient credits', { required: 300, current: 299 }),
    );
    expect(await countRows(api.store, poor.userId)).toEqual(nothing);
  });
});

describe('unusable bodies', () => {
  it.each([
    ['broken JSON', '{bad'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['a __proto__', '{"__proto__":{"isAdmin":true},"prompt":"x"}'],
    ['a constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ])('get invalid_json for %s', async (name, body) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await paid.request(path, { method: 'POST', body, headers });
    expect(reply.status).toBe(400);
    const isJson = ['an array', 'a number', 'null'].includes(name);
    expect(reply.body).toEqual(isJson ? noObject : invalidJson);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'are refused for the content type %s',
    async (type) => {
      const reply = await paid.post(path, '{"prompt":"x"}', { headers: { 'content-type': type } });
      expect(reply.status).toBe(415);
      expect(reply.body).toEqual(refusal('unsupported_media_type', 'This content type is not supported'));
    },
  );

  it('are refused above the size limit', async () => {
    const reply = await paid.post(path, { ...textToVideo, prompt: 'x'.repeat(4_200_000) });
    expect(reply.status).toBe(413);
    expect(reply.body).toMatchObject({
      code: 'body_too_large',
      error: expect.stringContaining('upload files first'),
    });
  });
});

describe('the prompt', () => {
  it.each([
    ['missing', undefined, 'Prompt is required'],
    ['empty', '', 'Prompt is required'],
    ['spaces', ' \n\t ', 'Prompt is required'],
    ['a number', 123, 'Prompt is required'],
    ['null', null, 'Prompt is required'],
    ['2001 letters', 'x'.repeat(2001), 'Prompt must be less than 2000 characters'],
    ['2001 emoji', '🐱'.repeat(2001), 'Prompt must be less than 2000 characters'],
    ['a NUL', 'a\u0000b', 'Text contains characters that cannot be stored'],
    ['a high surrogate alone', 'a\ud83d', 'Text contains characters that cannot be stored'],
    ['a low surrogate alone', '\udc31b', 'Text contains characters that cannot be stored'],
  ])('is refused when it is %s', async (_name, prompt, message) => {
    const reply = await paid.post(path, { ...textToVideo, prompt });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(invalid(issue('prompt', message)));
  });

  it.each([
    ['2000 letters', 'x'.repeat(2000)],
    ['2000 emoji', '🐱'.repeat(2000)],
    ['SQL and script injection', `'; drop table generation; -- \${x} <script>`],
  ])('is stored unchanged when it is %s', async (_name, prompt) => {
    const reply = await paid.post(path, { ...textToVideo, prompt });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ generation: { prompt } });
  });
});

describe('parameters', () => {
  it('are all reported at once when invalid', async () => {
    const reply = await paid.post(path, {
      video_generation_type: 'text-to-video',
      num_frames: 80,
      frames_per_second: 61,
      num_inference_steps: 9,
      guidance_scale: 0.9,
      guidance_scale_2: 21,
      shift: 11,
      num_interpolated_frames: 5,
      request_id: 'not a uuid',
      is_public: 'yes',
    });
    expect(reply.status).toBe(400);
    const { issues } = reply.body as { issues: { path: string; message: string }[] };
    expect(Object.fromEntries(issues.map(({ path: field, message }) => [field, message]))).toEqual({
      prompt: 'Prompt is required',
      num_frames: 'Number of frames must be between 81 and 121',
      frames_per_second: 'Frame rate must be between 4 and 60 FPS',
      num_inference_steps: 'Inference steps must be between 10 and 50',
      guidance_scale: 'Guidance scale must be between 1 and 20',
      guidance_scale_2: 'Guidance scale 2 must be between 1 and 20',
      shift: 'Shift parameter must be between 1 and 10',
      num_interpolated_frames: 'Number of interpolated frames must be between 0 and 4',
      request_id: 'request_id must be a UUID',
      is_public: 'This setting must be true or false',
    });
  });

  it.each(['"100"', '100.5', 'null', '1e400', 'true', '[100]', '{}'])(
    'are refused for num_frames %s',
    async (value) => {
      const body = `{"video_generation_type":"text-to-video","prompt":"x","num_frames":${value}}`;
      const reply = await paid.post(path, body);
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual(invalid(issue('num_frames', 'Number of frames must be between 81 and 121')));
    },
  );

  it.each([
    ['resolution', '999p', 'Resolution must be one of: 480p, 580p, 720p'],
    ['resolution', null, 'Resolution must be one of: 480p, 580p, 720p'],
    ['aspect_ratio', '21:9', 'Aspect ratio must be one of: 16:9, 9:16, 1:1'],
    ['duration', 10, 'Duration must be one of these numbers: 5'],
    ['duration', '5', 'Duration must be one of these numbers: 5'],
    ['seed', 2 ** 53, 'Seed must be a whole number between 0 and 9007199254740991'],
  ])('are refused for %s %s', async (field, value, message) => {
    const reply = await paid.post(path, { ...textToVideo, [field]: value });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(invalid(issue(field, message)));
  });

  it.each(['foo', '', 7, null, undefined, '__proto__', 'constructor', 'flux-schnell'])(
    'are refused for the type %s',
    async (type) => {
      const reply = await paid.post(path, { ...textToVideo, video_generation_type: type });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual(refusal('invalid_video_generation_type', 'Invalid video generation type'));
    },
  );
});

describe('a negative prompt', () => {
  it.each(['text-to-video', 'text-to-video-pro'])(
    'of %s is kept, and the generation says that it was not sent',
    async (video_generation_type) => {
      const more = { video_generation_type, negative_prompt: ' blurry ', seed: 792_565_562 };
      const reply = await paid.post(path, { ...textToVideo, ...more });
      expect(reply.body).toMatchObject({
        generation: {
          negative_prompt: 'blurry',
          input: { negative_prompt: 'blurry', seed: 792_565_562 },
          adjustments: [{ field: 'negative_prompt', from: 'blurry', to: null, reason: 'not_taken_by_model' }],
        },
      });
    },
  );
});

describe('fields that a client may not set', () => {
  it('have no effect on owner, price and status', async () => {
    const [other, own] = [await api.user(), await api.user()];
    const reply = await own.post(path, {
      ...textToVideo,
      user: other.userId,
      user_id: other.userId,
      user_email: other.email,
      cost: 1,
      credits: 1,
      has_ever_paid: true,
      status: 'completed',
      id: '00000000-0000-4000-8000-000000000000',
      provider_endpoint: 'evil/model',
      settled: 1,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      status: 'pending',
      credits: { cost: 300, left_credits: 19_700 },
      generation: { status: 'pending', credits: { cost: 300, held: 300, settled: 0 } },
    });
    const { rows } = await api.store.owner.pool.query(
      'select user_id, cost, status, provider_endpoint, input from generation where id = $1',
      [(reply.body as { id: string }).id],
    );
    expect(rows).toEqual([
      {
        user_id: own.userId,
        cost: 300,
        status: 'pending',
        provider_endpoint: 'fal-ai/wan-t2v',
        input: {
          prompt: textToVideo.prompt,
          aspect_ratio: '16:9',
          resolution: '480p',
          duration: 5,
          negative_prompt: '',
          seed: null,
        },
      },
    ]);
    expect(await countRows(api.store, other.userId)).toEqual(nothing);
  });

  it('do not make an unpaid user count as paid', async () => {
    const unpaid = await api.user({ credits: 0 });
    const reply = await unpaid.post(path, { ...textToVideo, has_ever_paid: true });
    expect(reply.status).toBe(403);
  });
});
