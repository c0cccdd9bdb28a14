import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { createVideoPath as path } from '../../testing/text-to-video.ts';

const api = await startTestApi();
const user = await api.user({ credits: 100_000 });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

/** The kind that has every field of the table. */
const everything = { video_generation_type: 'wan-v2-2-a14b', prompt: 'A koi pond in the rain' };
const submit = (body: object) => user.post(path, { ...everything, ...body });

/** product-1 section 5, row by row: what just passes, what just does not, and the sentence. */
const rows: [field: string, passes: unknown[], fails: unknown[], sentence: string][] = [
  ['prompt', ['x'.repeat(2_000)], ['x'.repeat(2_001)], 'Prompt must be less than 2000 characters'],
  ['num_frames', [81, 121], [80, 122], 'Number of frames must be between 81 and 121'],
  ['frames_per_second', [4, 60], [3, 61], 'Frame rate must be between 4 and 60 FPS'],
  ['num_inference_steps', [10, 50], [9, 51], 'Inference steps must be between 10 and 50'],
  ['guidance_scale', [1, 20], [0.9, 20.1], 'Guidance scale must be between 1 and 20'],
  ['guidance_scale_2', [1, 20], [0.9, 20.1], 'Guidance scale 2 must be between 1 and 20'],
  ['shift', [1, 10], [0.9, 10.1], 'Shift parameter must be between 1 and 10'],
  ['num_interpolated_frames', [0, 4], [-1, 5], 'Number of interpolated frames must be between 0 and 4'],
  ['resolution', ['480p', '580p', '720p'], ['479p', '1080p'], 'Resolution must be one of: 480p, 580p, 720p'],
  ['aspect_ratio', ['16:9', '9:16', '1:1'], ['4:3', '3:4'], 'Aspect ratio must be one of: 16:9, 9:16, 1:1'],
];

describe.each(rows)('the limits of %s', (field, passes, fails, sentence) => {
  it.each(passes)('let %j pass', async (value) => {
    const reply = await submit({ [field]: value });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ generation: { input: { [field]: value } } });
  });

  it.each(fails)('stop %j, in the words of the product', async (value) => {
    const reply = await submit({ [field]: value });
    expect(reply.status).toBe(400);
    const issues = [issue(field, sentence)];
    expect(reply.body).toEqual(refusal('validation_failed', 'Some fields are not valid', { issues }));
  });
});

it('tells everything that is wrong at once', async () => {
  const wrong = Object.fromEntries(rows.map(([field, , [value]]) => [field, value]));
  const { body } = await submit(wrong);
  const told = (body as { issues: { path: string; message: string }[] }).issues;
  expect(told.map(({ path: field, message }) => [field, message]).toSorted()).toEqual(
    rows.map(([field, , , sentence]) => [field, sentence]).toSorted(),
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
])('asks for the files of %s', async (type, sentences) => {
  const reply = await submit({ video_generation_type: type });
  const issues = Object.entries(sentences).map(([field, sentence]) => issue(field, sentence));
  expect([reply.status, reply.body]).toEqual([
    400,
    refusal('validation_failed', 'Some fields are not valid', { issues }),
  ]);
});
