import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaProcess } from '@atelier/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

const media = createMediaProcess();
let test: TestEmulator;
let directory: string;
let imageUrl: string;
let tallUrl: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'atelier-outputs-'));
  test = await startTestEmulator();
  imageUrl = await uploadImage(600, 400, '#336699');
  tallUrl = await uploadImage(300, 500, '#996633');
});
afterAll(async () => {
  await test.close();
  await media.close();
  await rm(directory, { recursive: true, force: true });
});

async function uploadImage(width: number, height: number, background: string): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return test.fal.storage.upload(new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' }));
}

/** Runs a model and reads the file that its output names. */
async function run(endpointId: string, input: Record<string, unknown>) {
  const { data } = await test.fal.run(endpointId, { input: { prompt: 'Tests', ...input } });
  return data as Record<string, unknown> & {
    video: { url: string };
    audio: { url: string };
    images: { url: string }[];
  };
}

async function download(url: string): Promise<string> {
  const path = join(directory, `${Math.random()}`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return path;
}

const probe = async (url: string) => media.probe(await download(url));

const h264 = { contentType: 'video/mp4', codec: 'h264', hasAudio: false };

describe('videos', () => {
  it('wan-t2v follows resolution, ratio, frames and rate', async () => {
    const input = { resolution: '480p', num_frames: 81, frames_per_second: 16, seed: 7 };
    const wide = await run('fal-ai/wan-t2v', input);
    expect(wide).toEqual({
      seed: 7,
      video: {
        url: expect.stringMatching(/\/files\/.+\.mp4$/),
        content_type: 'video/mp4',
        file_name: expect.stringMatching(/\.mp4$/),
        file_size: expect.any(Number),
      },
    });
    const facts = await probe(wide.video.url);
    expect(facts).toMatchObject({ ...h264, width: 854, height: 480, fps: 16, durationSeconds: 81 / 16 });
    const tall = await run('fal-ai/wan-t2v', {
      ...input,
      resolution: '580p',
      aspect_ratio: '9:16',
      num_frames: 100,
    });
    expect(await probe(tall.video.url)).toMatchObject({
      width: 580,
      height: 1032,
      durationSeconds: 100 / 16,
    });
  });

  it('start with their index, so that they play while loading', async () => {
    const { video } = await run('fal-ai/wan-t2v', { resolution: '480p', seed: 7 });
    await using file = await open(await download(video.url));
    const head = await file.read(Buffer.alloc(64), 0, 64, 0);
    expect(head.buffer.toString('latin1')).toContain('moov');
  });

  it('differ by prompt and seed, and an equal one is made only once', async () => {
    const drawVideo = async (input: object) =>
      (await run('fal-ai/wan-t2v', { resolution: '480p', ...input })).video.url;
    const first = await drawVideo({ seed: 7 });
    expect(await drawVideo({ seed: 7 })).toBe(first);
    expect(await drawVideo({ seed: 8 })).not.toBe(first);
    expect(await drawVideo({ seed: 7, prompt: '另一个' })).not.toBe(first);
  });

  it('wan-i2v and wan-flf2v use the ratio of their input image', { tags: 'each-kind' }, async () => {
    const wide = await run('fal-ai/wan-i2v', { image_url: imageUrl, resolution: '480p' });
    expect(await probe(wide.video.url)).toMatchObject({ ...h264, width: 720, height: 480 });
    const square = await run('fal-ai/wan-i2v', {
      image_url: imageUrl,
      resolution: '480p',
      aspect_ratio: '1:1',
    });
    expect(await probe(square.video.url)).toMatchObject({ width: 480, height: 480 });
    const tall = await run('fal-ai/wan-flf2v', {
      start_image_url: tallUrl,
      end_image_url: imageUrl,
      resolution: '480p',
    });
    expect(await probe(tall.video.url)).toMatchObject({ width: 480, height: 800, durationSeconds: 81 / 16 });
  });

  it('wan-vace has the length of its source video', { tags: 'each-kind' }, async () => {
    const source = await run('fal-ai/wan-t2v', {
      resolution: '480p',
      num_frames: 100,
      frames_per_second: 20,
    });
    const edited = await run('fal-ai/wan-vace', {
      video_url: source.video.url,
      resolution: '480p',
      aspect_ratio: 'auto',
      frames_per_second: 10,
    });
    expect(await probe(edited.video.url)).toMatchObject({
      width: 854,
      height: 480,
      fps: 10,
      durationSeconds: 5,
    });
    const free = await run('fal-ai/wan-vace', {
      ref_image_urls: [imageUrl],
      resolution: '480p',
      num_frames: 90,
    });
    expect(await probe(free.video.url)).toMatchObject({ durationSeconds: 90 / 16 });
  });

  it('interpolation multiplies the frame rate of wan 2.2, or its length without the fps adjustment', {
    tags: 'each-kind',
  }, async () => {
    const a14b = 'fal-ai/wan/v2.2-a14b/text-to-video';
    const smooth = await run(a14b, { resolution: '480p' });
    expect(smooth).toMatchObject({ prompt: 'Tests', seed: expect.any(Number) });
    expect(await probe(smooth.video.url)).toMatchObject({ fps: 32, durationSeconds: 162 / 32 });
    const long = await run(a14b, { resolution: '480p', num_frames: 20, adjust_fps_for_interpolation: false });
    expect(await probe(long.video.url)).toMatchObject({ fps: 16, durationSeconds: 2.5 });
    const square = await run('fal-ai/wan/v2.2-5b/text-to-video', { aspect_ratio: '1:1', num_frames: 24 });
    expect(await probe(square.video.url)).toMatchObject({
      width: 720,
      height: 720,
      fps: 24,
      durationSeconds: 1,
    });
  });

  it('wan-pro makes six seconds of 1080p and returns no seed', { tags: 'each-kind' }, async () => {
    const { video, ...rest } = await run('fal-ai/wan-pro/text-to-video', {});
    expect(rest).toEqual({});
    expect(await probe(video.url)).toMatchObject({ width: 1920, height: 1080, fps: 30, durationSeconds: 6 });
    const fromImage = await run('fal-ai/wan-pro/image-to-video', { image_url: imageUrl });
    expect(await probe(fromImage.video.url)).toMatchObject({ width: 1620, height: 1080 });
  });
});

describe('images', () => {
  it('FLUX returns the requested number of different images, of the requested size and type', async () => {
    const output = await run('fal-ai/flux/dev', {
      num_images: 2,
      image_size: 'portrait_16_9',
      output_format: 'png',
      seed: 3,
    });
    expect(output).toMatchObject({
      images: Array(2).fill({ width: 576, height: 1024, content_type: 'image/png' }),
      seed: 3,
      has_nsfw_concepts: [false, false],
      prompt: 'Tests',
      timings: { inference: expect.any(Number) },
    });
    expect(new Set(output.images.map(({ url }) => url)).size).toBe(2);
    expect(await probe(output.images[0]?.url ?? '')).toMatchObject({
      contentType: 'image/png',
      width: 576,
      height: 1024,
    });
  });

  it('image to image has the size of its input', async () => {
    const output = await run('fal-ai/flux/dev/image-to-image', { image_url: imageUrl });
    expect(await probe(output.images[0]?.url ?? '')).toMatchObject({
      contentType: 'image/jpeg',
      width: 600,
      height: 400,
    });
  });

  it.each([
    ['fal-ai/flux/schnell', 1024, 768],
    ['fal-ai/janus', 512, 512],
    ['fal-ai/stable-diffusion-v35-large', 1024, 768],
  ])('%s has its own default size', async (id, width, height) => {
    const output = await run(id, {});
    expect(await probe(output.images[0]?.url ?? '')).toMatchObject({
      contentType: 'image/jpeg',
      width,
      height,
    });
  });

  it('show the prompt in Latin and Chinese script', async () => {
    const black = await uploadImage(600, 400, '#000000');
    const whitePixels = async (prompt: string) => {
      const output = await run('fal-ai/flux/dev/image-to-image', {
        image_url: black,
        prompt,
        output_format: 'png',
      });
      const pixels = await sharp(await download(output.images[0]?.url ?? ''))
        .greyscale()
        .raw()
        .toBuffer();
      return pixels.filter((value) => value > 200).length;
    };
    // Boxes in place of missing glyphs would all look the same.
    const [thin, wide] = [await whitePixels('l'), await whitePixels('W')];
    const [simple, dense] = [await whitePixels('一'), await whitePixels('赢')];
    expect(wide).toBeGreaterThan(thin + 20);
    expect(dense).toBeGreaterThan(simple + 40);
  });

  it('are black when flagged', async () => {
    const output = await run('fal-ai/flux/schnell', { prompt: '[nsfw]', image_size: 'square' });
    const { channels } = await sharp(await download(output.images[0]?.url ?? '')).stats();
    expect(channels.map(({ max }) => max)).toEqual([0, 0, 0]);
  });
});

describe('sounds and answers', () => {
  it('thinksound makes a WAV as long as the video, or the video with that sound', async () => {
    const source = await run('fal-ai/wan-t2v', { resolution: '480p', num_frames: 96 });
    const { audio, prompt } = await run('fal-ai/thinksound/audio', {
      video_url: source.video.url,
      prompt: '',
    });
    expect(prompt).toEqual(expect.stringMatching(/\w+/));
    expect(await probe(audio.url)).toMatchObject({
      contentType: 'audio/wav',
      hasAudio: true,
      durationSeconds: 6,
    });
    const mixed = await run('fal-ai/thinksound', { video_url: source.video.url });
    expect(await probe(mixed.video.url)).toMatchObject({ ...h264, hasAudio: true, width: 854 });
  });

  it('moondream repeats the question and states the size of the image', async () => {
    const input = { image_url: imageUrl, prompt: 'How large?' };
    const answer = await run('fal-ai/moondream3-preview/query', input);
    expect(answer.output).toMatch(/How large\?.*600 by 400/);
    expect(answer).toMatchObject({
      finish_reason: 'stop',
      usage_info: { output_tokens: expect.any(Number) },
    });
  });
});

describe('unusable inputs', () => {
  it('fail with file_download_error when the file does not exist', async () => {
    const failed = run('fal-ai/wan-i2v', { image_url: `${test.emulator.url}/files/none.png` });
    await expect(failed).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'image_url'], type: 'file_download_error' }] },
    });
  });

  it('fail with image_load_error when they are not images', async () => {
    const url = `data:image/png;base64,${Buffer.from('not a picture').toString('base64')}`;
    const failed = run('fal-ai/flux/dev/image-to-image', { image_url: url });
    await expect(failed).rejects.toMatchObject({ body: { detail: [{ type: 'image_load_error' }] } });
  });
});
