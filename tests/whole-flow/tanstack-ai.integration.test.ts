import { findLedgerProblems } from '@atelier/db';
import { generateImage, generateVideo, getVideoJobStatus } from '@tanstack/ai';
import { falImage, falVideo } from '@tanstack/ai-fal';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiKey } from './testing/fal-client.ts';
import { type Flow, generousLimits, openFlow } from './testing/open-flow.ts';

const slow = { timeout: 90_000 };

let flow: Flow;
let config: NonNullable<Parameters<typeof falImage>[1]>;
beforeAll(async () => {
  flow = await openFlow(undefined, generousLimits);
  // The adapter hands this to fal's client, which on a server only calls a proxy that is given in this form.
  const proxy = { url: `${flow.stack.url}/api/wan/fal/proxy`, when: 'always' };
  config = { apiKey: await createApiKey(flow), proxyUrl: proxy as never };
}, 180_000);
afterAll(() => flow?.close(), 60_000);
afterEach(async () => {
  await vi.waitFor(async () => expect((await flow.credits()).held_credits).toBe(0), { timeout: 30_000 });
  expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
});

const readLeft = async () => (await flow.credits()).left_credits;
const readType = async (url: string | undefined) => (await fetch(url ?? '')).headers.get('content-type');

describe('TanStack AI with its adapter for fal', () => {
  it('makes images, which are paid once', slow, async () => {
    const before = await readLeft();
    const { images } = await generateImage({
      adapter: falImage('fal-ai/flux/schnell', config),
      prompt: 'Two boats',
      numberOfImages: 2,
      size: 'square_hd',
    });
    expect(await Promise.all(images.map(({ url }) => readType(url)))).toEqual(['image/jpeg', 'image/jpeg']);
    await expect.poll(readLeft).toBe(before - 40);
  });

  it('follows a video from its job to its file', slow, async () => {
    const before = await readLeft();
    const adapter = falVideo('fal-ai/wan/v2.2-a14b/text-to-video', config);
    const { jobId } = await generateVideo({ adapter, prompt: 'A red fox' });
    expect((await flow.find(jobId)).status).not.toBe('failed');
    await expect
      .poll(async () => (await getVideoJobStatus({ adapter, jobId })).status, { timeout: 60_000 })
      .toBe('completed');
    expect(await readType((await getVideoJobStatus({ adapter, jobId })).url)).toBe('video/mp4');
    await expect.poll(readLeft).toBe(before - (await flow.find(jobId)).cost);
  });

  it('throws the reason of a failure, and nothing is charged', slow, async () => {
    const before = await readLeft();
    const adapter = falImage('fal-ai/flux/schnell', config);
    await expect(generateImage({ adapter, debug: false, prompt: 'A storm [fail]' })).rejects.toMatchObject({
      status: 422,
    });
    const wrong = { adapter, debug: false, prompt: 'A fox', modelOptions: { num_inference_steps: 1_000 } };
    await expect(generateImage(wrong)).rejects.toMatchObject({ status: 422 });
    await expect.poll(readLeft).toBe(before);
  });

  it('says of a video that failed that it did, and gives its credits back', slow, async () => {
    const before = await readLeft();
    const adapter = falVideo('fal-ai/wan/v2.2-a14b/text-to-video', config);
    const { jobId } = await generateVideo({ adapter, prompt: 'A storm [fail]' });
    await expect
      .poll(async () => (await getVideoJobStatus({ adapter, jobId })).status, { timeout: 60_000 })
      .toBe('failed');
    await expect.poll(readLeft).toBe(before);
  });
});
