import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { signEvent, startTestCheckout } from '@atelier/dev-stack';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { html, mp4, png, svg } from '../modules/uploads/testing/files.ts';
import { form, formType, type Part } from '../modules/uploads/testing/form.ts';
import { createKey, withKey } from '../testing/api-key.ts';
import { endGeneration, finishImage, finishVideo } from '../testing/endings.ts';
import { startTestApi, type TestUser } from '../testing/start-test-api.ts';
import { startTestFal, type WebhookParts } from '../testing/start-test-fal.ts';
import { submitAudio, submitVideo, textToVideo, uploadImage, uploadVideo } from '../testing/submissions.ts';
import type { Reply, RequestOptions } from '../testing/test-browser.ts';
import { openTestStore } from '../testing/test-store.ts';

const store = await openTestStore();
const fal = await startTestFal();
const checkout = await startTestCheckout({ webhookUrl: 'http://127.0.0.1:9' });
const settings = {
  ...fal.settings,
  STRIPE_SECRET_KEY: checkout.secretKey,
  STRIPE_WEBHOOK_SECRET: checkout.webhookSecret,
  STRIPE_BASE_URL: checkout.url,
  WEBHOOK_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const api = await startTestApi({ store, settings });
const busyApi = await startTestApi({
  store,
  settings: { ...settings, LIMIT_RUNNING: '1', LIMIT_WAITING: '0' },
});
afterAll(async () => {
  await store.expectWholeLedger();
  await Promise.all([api.close(), busyApi.close(), checkout.close()]);
  await fal.close();
  await store.close();
});

const visitor = api.browser();
const [user, stranger] = [await api.user(), await api.user()];
const [poor, unpaid] = [await api.user({ credits: 10 }), await api.user({ credits: 0 })];
const [capped, expired, busy] = [await api.user(), await api.user(), await busyApi.user()];
const program = withKey((await createKey(user)).key);
const reader = withKey((await createKey(user, { scopes: ['read'] })).key);
const saver = withKey((await createKey(user, { daily_budget_credits: 10 })).key);
const old = await createKey(user);
await store.owner.pool.query(`update api_key set expires_at = now() - interval '1 s' where id = $1`, [
  old.id,
]);
const video = '/api/wan/createVideo';
const image = '/api/wan/createImage';
const question = '/api/image-understanding/create';
const audio = '/api/wan/createAudio';
const refunds = '/api/wan/refundCredits';
const zip = '/api/image-generation/download';

const picture = await uploadImage(user);
const film = await uploadVideo(user);
// Makes the secret that signs addresses, which is a file of its own.
await user.post('/api/generate-presigned-url', { filename: 'a.png', contentType: 'image/png' });
const foreignPicture = await uploadImage(stranger);
const foreignVideo = (await finishVideo(api.deps, stranger)).id;
const foreignImage = (await finishImage(api.deps, stranger)).id;
const finished = (await finishVideo(api.deps, user)).id;
const released = await submitAudio(user);
const noOutput = { code: 'no_output' as const, detail: null };
await endGeneration(api.deps, released, { status: 'failed', chargeCredits: 0, error: noOutput });
const usedKey = randomUUID();
await submitVideo(user, { request_id: usedKey });
await submitVideo(busy);
await capped.request('/api/user/settings', { method: 'PATCH', body: { daily_cap_credits: 100 } });
await store.owner.pool.query(
  `update user_session set expires_at = now() - interval '1 s' where user_id = $1`,
  [expired.userId],
);

type Row = [name: string, send: () => Promise<Reply>, status: number, code: string | null, more?: object];

const strange = { cookie: 'sid=unknown' };
const raw = (body: string, options: RequestOptions = {}) => user.post(video, body, options);
const typed = (type: string, body: string | Buffer = '{}') =>
  user.post(video, body, { headers: { 'content-type': type } });
const aVideo = (change: object, by: TestUser = user) => by.post(video, { ...textToVideo, ...change });
const aKind = (type: string, change: object) => aVideo({ video_generation_type: type, ...change });
const fromImage = (address: string) => aKind('image-to-video', { image_url: address });
const anImage = (change: object) =>
  user.post(image, {
    image_generation_type: 'text-to-image',
    model: 'flux-schnell',
    prompt: 'A red fox',
    ...change,
  });
const aQuestion = (change: object) =>
  user.post(question, { image: picture, question: 'What is it?', ...change });
const anAudio = (change: object, by = user) => by.post(audio, { video_url: film, ...change });
/** Refused for one field. */
const invalid = (name: string, send: Row[1], path: string, message: unknown = expect.any(String)): Row => {
  const issues = [expect.objectContaining({ path, message })];
  return [name, send, 400, 'validation_failed', { issues }];
};
const aPage = (query: string) => user.get(`/api/video-generation/history?${query}`);
const a14b = (change: object) => aKind('wan-v2-2-a14b', change);
const aVideoFile = (content: Buffer) => send('/api/upload-video', { filename: 'a.mp4', content });
const anImageFile = (content: Buffer) => send('/api/upload-image-wan-i2v', { filename: 'a.png', content });
const send = (path: string, ...parts: Part[]) =>
  user.post(path, form(...parts), { headers: { 'content-type': formType } });
const remove = (path: string, body: object) => user.request(path, { method: 'DELETE', body });

const senders: Row[] = [
  ['no cookie', () => visitor.post(video, textToVideo), 401, 'please_login'],
  ['a garbage cookie', () => visitor.post(video, textToVideo, { headers: strange }), 401, 'please_login'],
  ['an expired session', () => expired.post(video, textToVideo), 401, 'please_login'],
  ['an unknown key', () => visitor.post(video, textToVideo, withKey('at_x')), 401, 'invalid_api_key'],
  ['a key for keys', () => visitor.post('/api/user/api-keys', {}, program), 403, 'api_key_not_allowed'],
  ['an expired key', () => visitor.post(video, textToVideo, withKey(old.key)), 401, 'api_key_expired'],
  ['a key to read', () => visitor.post(video, textToVideo, reader), 403, 'key_scope_missing'],
  ['an evil origin', () => user.post(video, textToVideo, { origin: 'https://evil.test' }), 403, 'bad_origin'],
  ['no origin', () => user.post(video, textToVideo, { origin: null }), 403, 'bad_origin'],
  ['the origin null', () => user.post(video, textToVideo, { origin: 'null' }), 403, 'bad_origin'],
  [
    'a form from another site',
    () =>
      user.post('/api/upload-video', form(), {
        origin: 'https://evil.test',
        headers: { 'content-type': formType },
      }),
    403,
    'bad_origin',
  ],
  ['a user on an operator’s page', () => user.get('/api/admin/users'), 404, 'not_found'],
  ['an unknown address', () => user.get('/api/nothing'), 404, 'not_found'],
];

const bodies: Row[] = [
  ['{bad', () => raw('{bad'), 400, 'invalid_json'],
  ['an empty body', () => raw(''), 400, 'invalid_json'],
  ['an array', () => raw('[]'), 400, 'invalid_json'],
  ['null', () => raw('null'), 400, 'invalid_json'],
  ['__proto__', () => raw('{"__proto__":{},"prompt":"x"}'), 400, 'invalid_json'],
  ['constructor.prototype', () => raw('{"constructor":{"prototype":{}}}'), 400, 'invalid_json'],
  ['20,000 levels', () => raw(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 400, 'invalid_json'],
  ['plain text', () => typed('text/plain'), 415, 'unsupported_media_type'],
  ['a form instead of JSON', () => typed(formType, form()), 415, 'unsupported_media_type'],
  ['5 MB of JSON', () => raw(JSON.stringify({ prompt: 'x'.repeat(5_000_000) })), 413, 'body_too_large'],
];

const videos: Row[] = [
  invalid('no prompt', () => aVideo({ prompt: undefined }), 'prompt', 'Prompt is required'),
  invalid('a blank prompt', () => aVideo({ prompt: '  ' }), 'prompt', 'Prompt is required'),
  invalid(
    '2,001 characters',
    () => aVideo({ prompt: '🦊'.repeat(2_001) }),
    'prompt',
    'Prompt must be less than 2000 characters',
  ),
  invalid('a NUL', () => aVideo({ prompt: 'a\u0000b' }), 'prompt'),
  invalid(
    'half a character',
    () => raw('{"prompt":"\\ud800","video_generation_type":"text-to-video"}'),
    'prompt',
  ),
  invalid('a number as prompt', () => aVideo({ prompt: 123 }), 'prompt'),
  [
    'seven values out of range',
    () =>
      a14b({
        num_frames: 80,
        frames_per_second: 61,
        num_inference_steps: 9,
        guidance_scale: 0.9,
        guidance_scale_2: 21,
        shift: 11,
        num_interpolated_frames: 5,
      }),
    400,
    'validation_failed',
    { issues: Array.from({ length: 7 }, () => expect.objectContaining({ message: expect.any(String) })) },
  ],
  invalid('"100" frames', () => a14b({ num_frames: '100' }), 'num_frames'),
  invalid('100.5 frames', () => a14b({ num_frames: 100.5 }), 'num_frames'),
  invalid('null frames', () => a14b({ num_frames: null }), 'num_frames'),
  invalid(
    '1e400 frames',
    () => raw('{"video_generation_type":"wan-v2-2-a14b","prompt":"x","num_frames":1e400}'),
    'num_frames',
  ),
  invalid(
    'an unknown resolution',
    () => a14b({ resolution: '999p' }),
    'resolution',
    'Resolution must be one of: 480p, 580p, 720p',
  ),
  invalid(
    'an unknown aspect ratio',
    () => a14b({ aspect_ratio: '21:9' }),
    'aspect_ratio',
    'Aspect ratio must be one of: 16:9, 9:16, 1:1',
  ),
  ['an unknown type', () => aKind('foo', {}), 400, 'invalid_video_generation_type'],
  invalid('no image', () => aKind('image-to-video', {}), 'image_url', 'Please upload an image!'),
  invalid(
    'one frame of two',
    () => aKind('first-to-last-frame', { start_image_url: picture }),
    'end_image_url',
  ),
  invalid(
    'six reference images',
    () => aKind('vace', { video_url: film, ref_image_urls: Array.from({ length: 6 }, () => picture) }),
    'ref_image_urls',
  ),
];

const files: Row[] = [
  ['the metadata address', () => fromImage('http://169.254.169.254/'), 400, 'url_not_allowed'],
  ['localhost by number', () => fromImage('http://2130706433/a.png'), 400, 'url_not_allowed'],
  ['localhost by name', () => fromImage('http://localhost/a.png'), 400, 'url_not_allowed'],
  ['another port', () => fromImage('http://1.1.1.1:22/a.png'), 400, 'url_not_allowed'],
  ['javascript:', () => fromImage('javascript:alert(1)'), 400, 'url_not_allowed'],
  ['data: without a picture', () => fromImage('data:image/png;base64,AAAA'), 415, 'unsupported_file'],
  ['data: without data', () => fromImage('data:image/png;base64'), 415, 'unsupported_file'],
  ['data: that is cut off', () => fromImage('data:,%8'), 415, 'unsupported_file'],
  invalid('data: that is too long', () => fromImage(`data:,${'x'.repeat(4_000_000)}`), 'image_url'),
  ['another user’s image', () => fromImage(foreignPicture), 404, 'file_not_found'],
  ['a video as image', () => fromImage(film), 415, 'unsupported_file'],
  invalid('a webhook inside', () => aVideo({ webhook_url: 'https://10.0.0.1/' }), 'webhook_url'),
  invalid('a webhook without https', () => aVideo({ webhook_url: 'http://a.test/' }), 'webhook_url'),
  ['no file', () => send('/api/upload-video'), 400, 'no_file'],
  ['JSON instead of a form', () => user.post('/api/upload-video', {}), 415, 'unsupported_media_type'],
  [
    'two files',
    () =>
      send('/api/upload-video', { filename: 'a.mp4', content: mp4() }, { filename: 'b.mp4', content: mp4() }),
    400,
    'too_many_parts',
  ],
  [
    'fifty fields',
    () => send('/api/upload-video', ...Array.from({ length: 50 }, () => ({ content: 'x' }))),
    400,
    'too_many_parts',
  ],
  [
    'half a form',
    () =>
      user.post('/api/upload-video', form({ filename: 'a.mp4', content: mp4() }).subarray(0, 400), {
        headers: { 'content-type': formType },
      }),
    400,
    'invalid_multipart',
  ],
  [
    'a form without boundary',
    () => user.post('/api/upload-video', form(), { headers: { 'content-type': 'multipart/form-data' } }),
    400,
    'invalid_multipart',
  ],
  [
    'a boundary of 5,000',
    () => {
      const headers = { 'content-type': `multipart/form-data; boundary=${'b'.repeat(5_000)}` };
      return user.post('/api/upload-video', form(), { headers });
    },
    400,
    'invalid_multipart',
  ],
  ['HTML as video', () => aVideoFile(html()), 415, 'unsupported_file'],
  ['SVG as image', () => anImageFile(svg()), 415, 'unsupported_file'],
  ['52,428,801 bytes', () => aVideoFile(mp4(52_428_801)), 413, 'size_limit'],
  ['a picture of 30,000 px', () => anImageFile(png({ width: 30_000, height: 1 })), 413, 'size_limit'],
  [
    'an address for HTML',
    () => user.post('/api/generate-presigned-url', { filename: 'a.html', contentType: 'text/html' }),
    415,
    'unsupported_file',
  ],
  [
    'an address for no name',
    () => user.post('/api/generate-presigned-url', { filename: '', contentType: 'image/png' }),
    400,
    'upload_no_url',
  ],
  [
    'a foreign key',
    () => user.post('/api/uploads/confirm', { key: readKey(foreignPicture) }),
    404,
    'file_not_found',
  ],
  [
    'a forged address',
    () =>
      visitor.request(`/api/uploads/put/${readKey(picture)}?e=9999999999&sig=x`, {
        method: 'PUT',
        body: 'x',
      }),
    403,
    'upload_address_invalid',
  ],
];

const others: Row[] = [
  invalid('no image at all', () => anImage({ num_images: 0 }), 'num_images'),
  invalid('five images', () => anImage({ num_images: 5 }), 'num_images'),
  invalid('13 steps of schnell', () => anImage({ num_inference_steps: 13 }), 'num_inference_steps'),
  invalid('an object as number', () => anImage({ num_images: { toString: 'x' } }), 'num_images'),
  invalid('an object as model', () => anImage({ model: { toString: 'x' } }), 'model'),
  invalid('an unknown model', () => anImage({ model: 'x' }), 'model'),
  invalid(
    'a model that takes no image',
    () => anImage({ image_generation_type: 'image-to-image', model: 'janus-pro' }),
    'model',
  ),
  ['an unknown mode', () => anImage({ image_generation_type: 'x' }), 400, 'invalid_image_generation_type'],
  invalid('temperature 1.1', () => aQuestion({ temperature: 1.1 }), 'temperature'),
  invalid('top P -0.1', () => aQuestion({ top_p: -0.1 }), 'top_p'),
  invalid('seed 1.5', () => aQuestion({ seed: 1.5 }), 'seed'),
  invalid('no question', () => aQuestion({ question: ' ' }), 'question'),
  invalid('CFG scale 0.5', () => anAudio({ cfg_scale: 0.5 }), 'cfg_scale'),
  invalid('51 steps', () => anAudio({ num_inference_steps: 51 }), 'num_inference_steps'),
  invalid('no video', () => anAudio({ video_url: '' }), 'video_url'),
];

const credits: Row[] = [
  [
    'never paid',
    () => aVideo({}, unpaid),
    403,
    'please_upgrade_account',
    { error: 'Please upgrade your account' },
  ],
  [
    'never paid, for sound',
    () => anAudio({}, unpaid),
    403,
    'please_upgrade_account',
    { error: 'Please upgrade your account to generate audio' },
  ],
  ['too few credits', () => aVideo({}, poor), 400, 'insufficient_credits', { required: 300, current: 10 }],
  ['another price', () => aVideo({ expected_cost: 1 }), 409, 'price_changed'],
  ['a used key', () => aVideo({ request_id: usedKey, prompt: 'Other' }), 422, 'idempotency_mismatch'],
  ['more than the line holds', () => busy.post(video, textToVideo), 429, 'too_many_running'],
  ['the daily limit', () => aVideo({}, capped), 403, 'daily_cap_reached'],
  ['the budget of a key', () => visitor.post(video, textToVideo, saver), 403, 'key_budget_reached'],
  [
    'a limit below zero',
    () => user.request('/api/user/settings', { method: 'PATCH', body: { daily_cap_credits: -1 } }),
    400,
    'validation_failed',
  ],
  ['a refund of nothing', () => user.post(refunds, {}), 400, 'cannot_refund'],
  ['a refund of an unknown id', () => user.post(refunds, { request_id: randomUUID() }), 404, 'not_found'],
  ['a refund of another user’s', () => user.post(refunds, { request_id: foreignVideo }), 404, 'not_found'],
  ['a refund of what did not fail', () => user.post(refunds, { request_id: finished }), 409, 'only_failed'],
  [
    'a refund of what returned',
    () => user.post(refunds, { request_id: released }),
    200,
    null,
    { success: true, refund_status: 'duplicate_attempt' },
  ],
  ['an unknown pack', () => user.post('/api/checkout', { pack: 'x' }), 400, 'validation_failed'],
];

const generations: Row[] = [
  ['page 0', () => aPage('page=0'), 400, 'invalid_query'],
  ['page abc', () => aPage('page=abc'), 400, 'invalid_query'],
  ['100,000 a page', () => aPage('pageSize=100000'), 400, 'invalid_query'],
  [
    'an impossible date',
    () => user.get('/api/image-generation/history?dateStart=2026-02-30'),
    400,
    'invalid_query',
  ],
  [
    '201 characters to find',
    () => user.get(`/api/video-generation/history?search=${'x'.repeat(201)}`),
    400,
    'invalid_query',
  ],
  ['a NUL to find', () => aPage('search=%00'), 400, 'invalid_query'],
  ['a page past the end', () => aPage('page=999'), 200, null, { data: [] }],
  ['no UUID', () => user.get('/api/generations/1'), 400, 'invalid_id'],
  ['another user’s generation', () => user.get(`/api/generations/${foreignVideo}`), 404, 'not_found'],
  [
    'a deletion of another user’s',
    () => remove('/api/video-generation/delete', { id: foreignVideo }),
    404,
    'not_found',
    { error: 'Failed to delete record' },
  ],
  [
    'a deletion of nothing',
    () => remove('/api/image-generation/delete', { ids: [] }),
    400,
    'validation_failed',
  ],
  [
    'a deletion of 1,001',
    () => remove('/api/image-generation/delete', { ids: Array.from({ length: 1_001 }, () => finished) }),
    400,
    'validation_failed',
  ],
  [
    'a cancellation too late',
    () => user.post(`/api/generations/${finished}/cancel`),
    409,
    'already_finished',
  ],
  [
    'a zip of 5,001',
    () => user.post(zip, { imageIds: Array.from({ length: 5_001 }, () => foreignImage) }),
    400,
    'validation_failed',
  ],
  ['a zip of another user’s', () => user.post(zip, { imageIds: [foreignImage] }), 404, 'not_found'],
];

const requestId = randomUUID();
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
const okBody = JSON.stringify({ request_id: requestId, status: 'OK', payload: {} });

function webhook(parts: Partial<WebhookParts> | null, body = okBody): Promise<Reply> {
  const headers = parts ? fal.sign({ requestId, ...parts, body: parts.body ?? body }) : {};
  return visitor.post(`/api/wan/getResult?g=${randomUUID()}&a=1&t=x`, body, { origin: null, headers });
}

const webhooks: Row[] = [
  ['no signature', () => webhook(null), 401, 'invalid_signature'],
  ['another body', () => webhook({ body: '{}' }), 401, 'invalid_signature'],
  ['six minutes old', () => webhook({ timestampSeconds: minutesAgo(6) }), 401, 'invalid_signature'],
  ['another customer of fal', () => webhook({ userId: 'user-x' }), 401, 'invalid_signature'],
  ['broken JSON', () => webhook({}, '{bad'), 400, 'invalid_json'],
  [
    'another checkout',
    async () => {
      const headers = await signEvent('{}', { webhookSecret: 'whsec_x' });
      return visitor.post('/api/checkout/webhook', '{}', { origin: null, headers });
    },
    401,
    'invalid_signature',
  ],
];

/** The storage key in the address of an upload. */
function readKey(address: string): string {
  return new URL(address).pathname.replace('/media/', '');
}

/** Everything that a request could leave behind: rows, credits and files. */
async function findTraces() {
  const { rows } = await store.owner.pool.query(
    `select (select count(*) from generation) as generations, (select count(*) from ledger_entry) as entries,
            (select sum(available) from credit_account) as available, (select sum(held) from credit_account) as held,
            (select count(*) from upload) as uploads, (select count(*) from purchase) as purchases,
            (select count(*) from idempotency_key) as keys,
            (select count(*) from image_download) as downloads, (select count(*) from provider_event) as events`,
  );
  return { ...rows[0], files: (await readdir(store.dataDir, { recursive: true })).toSorted() };
}

let before: Awaited<ReturnType<typeof findTraces>>;
beforeEach(async () => {
  before = await findTraces();
});

describe.each([
  ['a request from', senders],
  ['a body that is', bodies],
  ['a video with', videos],
  ['a file:', files],
  ['another kind with', others],
  ['credits:', credits],
  ['records:', generations],
  ['a webhook with', webhooks],
])('%s', (_, rows) => {
  it.each(rows)(
    '%s is answered and leaves nothing behind',
    async (_name, sendIt, status, code, more = {}) => {
      const reply = await sendIt();
      const envelope = code === null ? {} : { success: false, code, trace_id: expect.any(String) };
      expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ ...envelope, ...more })]);
      expect(await findTraces()).toEqual(before);
    },
  );
});
