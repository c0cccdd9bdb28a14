import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from './testing/start-test-emulator.ts';

const video = 'fal-ai/wan-t2v';
const image = 'fal-ai/flux/schnell';
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator();
});
afterAll(() => test.close());

/** Short and small, and the same for every test, so that it is made once. */
const small = { resolution: '480p', num_frames: 81, seed: 1 };
const submitVideo = (prompt: string) => test.submit(video, { ...small, prompt });

async function readResult(endpointId: string, requestId: string) {
  await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
  return test.fal.queue.result(endpointId, { requestId });
}

async function submitRaw(prompt: string) {
  return fetch(
    `${test.emulator.url}/queue.fal.run/${image}?fal_webhook=${encodeURIComponent(test.receiver.url)}`,
    {
      method: 'POST',
      headers: { authorization: 'Key test', 'content-type': 'application/json' },
      body: JSON.stringify({ prompt }),
    },
  );
}

describe('a scenario word in the prompt', () => {
  it('[fail] ends in a 422 and an ERROR webhook', async () => {
    const requestId = await submitVideo('x [fail]');
    await expect(readResult(video, requestId)).rejects.toMatchObject({ status: 422 });
    const [webhook] = await test.receiver.waitFor(requestId);
    expect(webhook?.body).toMatchObject({ status: 'ERROR', error: 'Invalid status code: 422' });
  });

  it('[crash] ends in a 500', async () => {
    const requestId = await submitVideo('x [crash]');
    const error = { status: 500, body: { detail: [{ type: 'internal_server_error' }] } };
    await expect(readResult(video, requestId)).rejects.toMatchObject(error);
  });

  it('[nsfw] refuses a video and blackens the first of several images', async () => {
    const refused = readResult(video, await submitVideo('x [nsfw]'));
    await expect(refused).rejects.toMatchObject({ body: { detail: [{ type: 'content_policy_violation' }] } });
    const requestId = await test.submit(image, { prompt: 'x [nsfw]', num_images: 3 });
    const { data } = await readResult(image, requestId);
    expect(data).toMatchObject({ images: [{}, {}, {}], has_nsfw_concepts: [true, false, false] });
  });

  it.each([
    ['veed/fabric-1.0', 'image_url', { resolution: '480p' }],
    ['fal-ai/sync-lipsync/v3', 'video_url', {}],
  ])(
    '[faceless] in the address of a file refuses it at %s, which takes no prompt',
    async (id, field, rest) => {
      const url = 'https://example.com/teapot[faceless].jpg';
      const sound = { audio_url: 'https://example.com/greeting.mp3' };
      const requestId = await test.submit(id, { ...rest, ...sound, [field]: url });
      await expect(readResult(id, requestId)).rejects.toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', field], type: 'face_detection_error', input: url }] },
      });
    },
  );

  it('[faceless] makes an image in which a model that is to let it speak finds no face', async () => {
    const drawn = await test.submit(image, { prompt: 'A teapot [faceless]', image_size: 'square' });
    const { data } = await readResult(image, drawn);
    const [{ url = '' } = {}] = (data as { images: { url: string }[] }).images;
    const spoken = { image_url: url, audio_url: 'https://example.com/greeting.mp3', resolution: '480p' };
    const requestId = await test.submit('veed/fabric-1.0', spoken);
    await expect(readResult('veed/fabric-1.0', requestId)).rejects.toMatchObject({
      body: { detail: [{ loc: ['body', 'image_url'], type: 'face_detection_error' }] },
    });
  });

  it('[twice] delivers the webhook twice', async () => {
    expect(await test.receiver.waitFor(await submitVideo('x [twice]'), 2)).toHaveLength(2);
  });

  it('[silent] delivers no webhook', async () => {
    const requestId = await submitVideo('x [silent]');
    await readResult(video, requestId);
    expect(test.emulator.control.webhooks(requestId)).toEqual([]);
  });

  it('[late] delivers the webhook after the configured delay', async () => {
    test.emulator.control.setLateMs(1);
    const requestId = await submitVideo('x [late]');
    expect(await test.receiver.waitFor(requestId)).toHaveLength(1);
    test.emulator.control.setLateMs(undefined);
  });

  it('[early] delivers the webhook before the submission is answered', async () => {
    const requestId = await test.submit(image, { prompt: 'x [early]' });
    expect(test.receiver.received.filter(({ body }) => body.request_id === requestId)).toHaveLength(1);
  });

  it('[lost] runs the job although the submission is never answered', async () => {
    await expect(submitRaw('x [lost]')).rejects.toThrow();
    const [job] = test.emulator.control.requests('submit').slice(-1);
    expect(await test.receiver.waitFor(job?.requestId ?? '')).toHaveLength(1);
  });

  it('[refuse] answers the first submission of a prompt as for a locked account', async () => {
    const error = {
      status: 403,
      body: { detail: expect.stringMatching(/^User is locked. Reason: Exhausted balance/) },
    };
    await expect(test.submit(image, { prompt: 'x [refuse]' })).rejects.toMatchObject(error);
    await expect(test.submit(image, { prompt: 'x [refuse]' })).resolves.toEqual(expect.any(String));
  });

  it('[busy] refuses the same prompt twice and then accepts it', async () => {
    const answers = [];
    for (let call = 0; call < 3; call += 1) answers.push((await submitRaw('x [busy]')).status);
    expect(answers).toEqual([503, 503, 200]);
  });

  it('[gone] returns a result whose file does not exist', async () => {
    const { data } = await readResult(video, await submitVideo('x [gone]'));
    expect((await fetch(data.video.url)).status).toBe(404);
  });

  it.each([
    ['broken', 500, '{"det'],
    ['empty', 200, ''],
    ['damaged', 200, 'noise'],
  ])('[%s] returns several files of which only the first cannot be had', async (word, status, text) => {
    const requestId = await test.submit(image, { prompt: `x [${word}]`, num_images: 2 });
    const { images } = (await readResult(image, requestId)).data as { images: { url: string }[] };
    const [first, second] = await Promise.all(images.map(({ url }) => fetch(url)));
    expect(first?.status).toBe(status);
    expect((await first?.text())?.slice(0, 5)).toBe(text);
    expect(second?.headers.get('content-type')).toBe('image/jpeg');
  });

  it('[stalled] begins to send the first file and goes no further', async () => {
    const { data } = await readResult(video, await submitVideo('x [stalled]'));
    const reply = await fetch(data.video.url);
    const reader = reply.body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(100);
    expect(reply.headers.get('content-length')).toBe('1000');
    await reader?.cancel();
  });

  it('[odd] returns fields of other types, and the first of several images without an address', async () => {
    const requestId = await test.submit(image, { prompt: 'x [odd]', num_images: 2 });
    expect((await readResult(image, requestId)).data).toMatchObject({
      images: [{ url: null }, { url: expect.any(String), width: 'a', content_type: 5 }],
      has_nsfw_concepts: 'none',
      seed: 'x',
      timings: '1 s',
    });
  });

  it('[nofile] returns results without files', async () => {
    const { data } = await readResult(video, await submitVideo('x [nofile]'));
    expect(data).toEqual({ seed: 1 });
    const requestId = await test.submit(image, { prompt: 'x [nofile]' });
    expect((await readResult(image, requestId)).data).toMatchObject({ images: [] });
  });

  it('[null] sends an OK webhook without a payload; the queue has the result', async () => {
    const requestId = await submitVideo('x [null]');
    const [webhook] = await test.receiver.waitFor(requestId);
    expect(webhook?.body).toMatchObject({ status: 'OK', payload: null, payload_error: expect.any(String) });
    expect((await readResult(video, requestId)).data.video.url).toMatch(/\.mp4$/);
  });

  it('[badsig] sends an invalid signature', async () => {
    const [webhook] = await test.receiver.waitFor(await submitVideo('x [badsig]'));
    expect(webhook?.headers['x-fal-webhook-signature']).toBe('ab'.repeat(64));
  });

  it('[stuck] stays in the queue', async () => {
    const requestId = await submitVideo('x [stuck]');
    const status = await test.fal.queue.status(video, { requestId });
    expect(status).toMatchObject({ status: 'IN_QUEUE' });
    await test.fal.queue.cancel(video, { requestId });
  });

  it('[uncancellable] runs to the end despite a cancellation', async () => {
    test.emulator.control.hold({ step: 'COMPLETED' });
    const requestId = await submitVideo('x [uncancellable]');
    await test.fal.queue.cancel(video, { requestId });
    test.emulator.control.release();
    expect((await readResult(video, requestId)).data.video.url).toMatch(/\.mp4$/);
  });

  it('[slow] changes nothing but the time, and no scenario word is drawn', async () => {
    const slow = await readResult(video, await submitVideo('Boat [slow]'));
    const plain = await readResult(video, await submitVideo('Boat'));
    expect(slow.data.video.url).toBe(plain.data.video.url);
  });
});
