import { videoLimits } from '@atelier/catalog/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { createVideoPath as path } from '../../testing/submissions.ts';

const api = await startTestApi();
const user = await api.user({ credits: 100_000 });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

/** A kind that has every field of the table. */
const everything = { video_generation_type: 'wan-v2-2-a14b', prompt: 'A koi pond in the rain' };
const submit = (body: object) => user.post(path, { ...everything, ...body });

describe.each(videoLimits)('the limits of %s', (field, passes, fails, sentence) => {
  it.each(passes)('accept %j', async (value) => {
    const reply = await submit({ [field]: value });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ generation: { input: { [field]: value } } });
  });

  it.each(fails)('refuse %j with the product’s message', async (value) => {
    const reply = await submit({ [field]: value });
    expect(reply.status).toBe(400);
    const issues = [issue(field, sentence)];
    expect(reply.body).toEqual(refusal('validation_failed', 'Some fields are not valid', { issues }));
  });
});

it('a refusal reports every invalid field at once', async () => {
  const wrong = Object.fromEntries(videoLimits.map(([field, , [value]]) => [field, value]));
  const { body } = await submit(wrong);
  const reported = (body as { issues: { path: string; message: string }[] }).issues;
  expect(reported.map(({ path: field, message }) => [field, message]).toSorted()).toEqual(
    videoLimits.map(([field, , , sentence]) => [field, sentence]).toSorted(),
  );
});

it.each([
  ['image-to-video', { image_url: 'Please upload an image!' }],
  ['image-to-video-pro', { image_url: 'Please upload an image!' }],
  [
    'first-to-last-frame',
    { start_image_url: 'Please upload a start image!', end_image_url: 'Please upload an end image!' },
  ],
  ['vace', { video_url: 'Please upload a video!' }],
])('a submission of %s requires its files', async (type, sentences) => {
  const reply = await submit({ video_generation_type: type });
  const issues = Object.entries(sentences).map(([field, sentence]) => issue(field, sentence));
  expect([reply.status, reply.body]).toEqual([
    400,
    refusal('validation_failed', 'Some fields are not valid', { issues }),
  ]);
});

it('a speed that the model does not have becomes its default, which is listed as an adjustment', async () => {
  const adjusted = [{ field: 'speed', from: 'turbo', to: 'regular', reason: 'model_default' }];
  const reply = await submit({ speed: 'turbo' });
  expect(reply.body).toMatchObject({ generation: { input: { speed: 'regular' }, adjustments: adjusted } });
  const plain = await submit({ video_generation_type: 'text-to-video', speed: 'normal' });
  expect(plain.body).toMatchObject({ generation: { adjustments: [] } });
  const lines = [{ kind: 'text-to-video', input: { prompt: 'A koi pond', speed: 'turbo' } }];
  const batch = (await user.post('/api/batches', { lines })).body as { generations: string[] };
  expect((await user.get(`/api/generations/${batch.generations[0]}`)).body).toMatchObject({
    generation: { adjustments: adjusted },
  });
});
