import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaProcess } from '@atelier/media';
import { makeSound } from '@atelier/media/testing';
import { Decoder, Demuxer } from 'node-av/api';
import { FF_DECODER_LIBVPX_VP9 } from 'node-av/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

const media = createMediaProcess();
let test: TestEmulator;
let directory: string;
let photoUrl: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'atelier-added-outputs-'));
  test = await startTestEmulator();
  const photo = sharp({ create: { width: 120, height: 80, channels: 3, background: '#336699' } });
  const bytes = new Uint8Array(await photo.png().toBuffer());
  photoUrl = await test.fal.storage.upload(new File([bytes], 'photo.png', { type: 'image/png' }));
});
afterAll(async () => {
  await test.close();
  await media.close();
  await rm(directory, { recursive: true, force: true });
});

type Output = {
  video: { url: string };
  audio: { url: string };
  image: { url: string };
  images: { url: string }[];
};

async function run(endpointId: string, input: Record<string, unknown>): Promise<Output> {
  const { data } = await test.fal.run(endpointId, { input: { prompt: 'Tests', ...input } });
  return data as Output;
}

async function download(url: string): Promise<string> {
  const path = join(directory, `${Math.random()}`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return path;
}

/** How opaque the first picture of a WebM is in its corner and in its middle, from 0 to 255. */
async function readAlpha(path: string): Promise<(number | undefined)[]> {
  await using file = await Demuxer.open(path);
  const stream = file.video() ?? expect.unreachable();
  using decoder = await Decoder.create(stream, FF_DECODER_LIBVPX_VP9);
  for await (const frame of decoder.frames(file.packets(stream.index))) {
    using picture = frame ?? expect.unreachable();
    const { width, height, data, linesize } = picture;
    const alpha = data?.[3] ?? expect.unreachable();
    const row = linesize[3] ?? 0;
    return [alpha[2 * row + 2], alpha[Math.floor(height / 2) * row + Math.floor(width / 2)]];
  }
  return [];
}

const probe = async (url: string) => media.probe(await download(url));

describe('videos', () => {
  it('have the length that was asked for, and sound where the model makes it', async () => {
    const loud = await run('fal-ai/bytedance/seedance/v1.5/pro/text-to-video', {
      resolution: '480p',
      duration: '4',
      aspect_ratio: '4:3',
    });
    expect(await probe(loud.video.url)).toMatchObject({ width: 640, height: 480, hasAudio: true });
    const silent = await run('fal-ai/bytedance/seedance/v1.5/pro/text-to-video', {
      resolution: '480p',
      duration: '4',
      generate_audio: false,
    });
    expect(await probe(silent.video.url)).toMatchObject({ hasAudio: false, durationSeconds: 4 });
  });

  it('have the size, the length and the sound of the newer models', { tags: 'each-kind' }, async () => {
    const { video } = await run('fal-ai/pixverse/v6/text-to-video', {
      resolution: '360p',
      aspect_ratio: '1:1',
      duration: 2,
      generate_audio_switch: true,
    });
    // The last frame of the sound ends a little later.
    const square = { width: 360, height: 360, durationSeconds: expect.closeTo(2, 1), hasAudio: true };
    expect(await probe(video.url)).toMatchObject(square);
    const first = await run('fal-ai/kling-video/v2.6/pro/image-to-video', {
      start_image_url: photoUrl,
      generate_audio: false,
    });
    const ofPhoto = { width: 1620, height: 1080, durationSeconds: 5, hasAudio: false };
    expect(await probe(first.video.url)).toMatchObject(ofPhoto);
    const silent = await run('fal-ai/kling-video/v2.5-turbo/pro/image-to-video', { image_url: photoUrl });
    expect(await probe(silent.video.url)).toMatchObject(ofPhoto);
  });

  it.each([
    ['minimax/h3-max-turbo/text-to-video', { prompt_expansion_mode: 'balanced', resolution: '480P' }, 854, 5],
    ['alibaba/wan-3.0/image-to-video', { start_image_url: 'photo', resolution: '480p', duration: 2 }, 720, 2],
    ['google/gemini-omni-flash/v1.1/text-to-video', { resolution: '360p', duration: 3 }, 640, 3],
    [
      'bytedance/seedance-2.0/mini/image-to-video',
      { image_url: 'photo', resolution: '480p', duration: '4' },
      720,
      4,
    ],
    ['fal-ai/vidu/q3/text-to-video', { resolution: '360p', duration: 1 }, 640, 1],
  ])(
    'of %s have the size, the length and the sound of the request',
    {
      tags: 'each-kind',
    },
    async (id, input, width, seconds) => {
      const pictures = Object.entries(input).map(([name, value]) => [
        name,
        value === 'photo' ? photoUrl : value,
      ]);
      const { video } = await run(id, Object.fromEntries(pictures));
      expect(await probe(video.url)).toMatchObject({
        width,
        durationSeconds: expect.closeTo(seconds, 1),
        hasAudio: true,
      });
    },
  );

  it('are changed, continued, cut out, and given a sound', { tags: 'each-kind' }, async () => {
    const { video } = await run('fal-ai/wan-t2v', { resolution: '480p', num_frames: 81 });
    const input = { video_url: video.url };
    const seconds = 81 / 16;
    const edited = await run('xai/grok-imagine-video/edit-video', { ...input, resolution: '720p' });
    expect(await probe(edited.video.url)).toMatchObject({
      height: 720,
      durationSeconds: expect.closeTo(seconds, 1),
    });
    const extended = await run('xai/grok-imagine-video/extend-video', { ...input, duration: 2 });
    expect(await probe(extended.video.url)).toMatchObject({
      durationSeconds: expect.closeTo(seconds + 2, 1),
    });
    const loud = await run('fal-ai/mmaudio-v2', input);
    expect(await probe(loud.video.url)).toMatchObject({ hasAudio: true });
    const scored = await run('sonilo/v1.1/video-to-video-sound-effects', { video_url: video.url });
    expect(await probe(scored.video.url)).toMatchObject({ hasAudio: true });
    const subtitled = await run('fal-ai/workflow-utilities/auto-subtitle', { video_url: scored.video.url });
    expect(subtitled).toMatchObject({ transcription: expect.any(String), subtitle_count: 1 });
    const longer = await run('fal-ai/ltx-2.3/extend-video', { ...input, duration: 2 });
    expect(await probe(longer.video.url)).toMatchObject({
      durationSeconds: expect.closeTo(seconds + 2, 1),
    });
    for (const id of ['pixelcut/video-background-removal', 'bria/video/background-removal/v3'])
      expect(await probe((await run(id, input)).video.url)).toMatchObject({
        durationSeconds: expect.closeTo(seconds, 1),
      });
  });

  it('lose their background where the format can be seen through', { tags: 'each-kind' }, async () => {
    const { video } = await run('fal-ai/wan-t2v', { resolution: '480p', num_frames: 81 });
    const cutOut = async (output_codec: 'vp9' | 'h264') => {
      const input = { video_url: video.url, output_codec };
      const { data } = await test.fal.run('veed/video-background-removal', { input });
      const [{ url, content_type }] = data.video as [{ url: string; content_type: string }];
      return { type: content_type, path: await download(url) };
    };
    const [clear, filled] = [await cutOut('vp9'), await cutOut('h264')];
    expect([clear.type, filled.type]).toEqual(['video/webm', 'video/mp4']);
    expect(await media.probe(clear.path)).toMatchObject({ durationSeconds: expect.closeTo(81 / 16, 1) });
    const [corner = 255, middle = 0] = await readAlpha(clear.path);
    expect(corner).toBeLessThan(8);
    expect(middle).toBeGreaterThan(247);
    for (const [id, background] of [
      ['pixelcut/video-background-removal', { background: 'transparent' }],
      ['bria/video/background-removal/v3', { background_color: 'Transparent' }],
    ] as const) {
      const other = await run(id, { video_url: video.url, ...background });
      expect((await readAlpha(await download(other.video.url)))[0], id).toBeLessThan(8);
    }
  });

  it.each([
    ['alibaba/wan-3.0/reference-to-video', 'reference_video_urls', { resolution: '480p', duration: 2 }],
    ['bytedance/seedance-2.5/reference-to-video', 'video_urls', { resolution: '480p', duration: '4' }],
    ['minimax/h3/reference-to-video', 'reference_video_urls', { duration: 5 }],
  ])(
    'of %s have the shape of a video among the references, and the length of the request',
    {
      tags: 'each-kind',
    },
    async (id, field, wish) => {
      const { video } = await run('fal-ai/wan-t2v', {
        resolution: '480p',
        num_frames: 81,
        aspect_ratio: '9:16',
      });
      const edited = await run(id, { ...wish, [field]: [video.url] });
      const { width, height, durationSeconds } = await probe(edited.video.url);
      expect(height).toBeGreaterThan(width ?? 0);
      expect(durationSeconds).toBeCloseTo(Number(wish.duration), 0);
    },
  );

  it('speak for as long as the sound, with the sound', { tags: 'each-kind' }, async () => {
    const { video } = await run('fal-ai/wan-t2v', { resolution: '480p', num_frames: 81 });
    const audio_url = `data:audio/mpeg;base64,${makeSound('mp3').toString('base64')}`;
    const facts = { hasAudio: true, durationSeconds: expect.closeTo(2, 0) };
    for (const endpoint of ['veed/lipsync', 'fal-ai/sync-lipsync/v2']) {
      const synced = await run(endpoint, { video_url: video.url, audio_url });
      expect(await probe(synced.video.url), endpoint).toMatchObject(facts);
    }
    const human = await run('fal-ai/bytedance/omnihuman/v1.5', {
      image_url: photoUrl,
      audio_url,
      resolution: '720p',
    });
    expect(human).toMatchObject({ duration: expect.closeTo(2, 0) });
    expect(await probe(human.video.url)).toMatchObject({ ...facts, height: 720 });
    const picture = { image_url: photoUrl, resolution: '480p' };
    const spoken = await run('veed/fabric-1.0', { ...picture, audio_url });
    expect(await probe(spoken.video.url)).toMatchObject({ ...facts, height: 480 });
  });

  it('are enlarged by the factor, and animated with the length of their source', {
    tags: 'each-kind',
  }, async () => {
    const { video } = await run('fal-ai/wan-t2v', { resolution: '480p', num_frames: 81 });
    const input = { video_url: video.url };
    const large = await run('fal-ai/topaz/upscale/video', { ...input, upscale_factor: 1.5 });
    expect(await probe(large.video.url)).toMatchObject({ width: 1282, height: 720 });
    const sharp = await run('fal-ai/seedvr/upscale/video', { ...input, upscale_factor: 1.5 });
    expect(await probe(sharp.video.url)).toMatchObject({ width: 1282, height: 720 });
    const moved = await run('fal-ai/wan/v2.2-14b/animate/move', { ...input, image_url: photoUrl });
    expect(await probe(moved.video.url)).toMatchObject({ height: 480, durationSeconds: 81 / 16 });
  });
});

describe('images', () => {
  it('follow the ratio and the size that a model is asked for', async () => {
    const { images } = await run('fal-ai/nano-banana-2', { aspect_ratio: '4:1', resolution: '0.5K' });
    expect(await probe(images[0]?.url ?? '')).toMatchObject({ width: 512, height: 128 });
    const grok = await run('xai/grok-imagine-image/v2.0/text-to-image', {
      aspect_ratio: '2:1',
      resolution: '2k',
    });
    expect(await probe(grok.images[0]?.url ?? '')).toMatchObject({ width: 2048, height: 1024 });
    const flare = await run('openai/gpt-image-2.5/flare/edit', {
      image_urls: [photoUrl],
      image_size: 'portrait_4_3',
    });
    expect(await probe(flare.images[0]?.url ?? '')).toMatchObject({ width: 768, height: 1024 });
  });

  it('are enlarged by the factor, and cut out before nothing', async () => {
    const { image } = await run('fal-ai/topaz/upscale/image', { image_url: photoUrl, upscale_factor: 4 });
    expect(await probe(image.url)).toMatchObject({ contentType: 'image/jpeg', width: 480, height: 320 });
    const restored = await run('fal-ai/seedvr/upscale/image', { image_url: photoUrl });
    expect(await probe(restored.image.url)).toMatchObject({ width: 240, height: 160 });
    const exact = await run('clarityai/crystal-upscaler', { image_url: photoUrl, scale_factor: 4 });
    expect(await probe(exact.images[0]?.url ?? '')).toMatchObject({ width: 480, height: 320 });
    const cut = await run('fal-ai/bria/background/remove', { image_url: photoUrl });
    const { data, info } = await sharp(await download(cut.image.url))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3];
    expect(info).toMatchObject({ width: 120, height: 80, channels: 4 });
    expect([alphaAt(0, 0), alphaAt(60, 40)]).toEqual([0, 255]);
  });

  it('are none when the words for it are in the prompt', async () => {
    const { image } = await run('fal-ai/topaz/upscale/image', { image_url: photoUrl, prompt: '[nofile]' });
    expect(image).toBeUndefined();
  });
});

it('music has the length that was asked for, or that of its model', { tags: 'each-kind' }, async () => {
  const asked = await run('fal-ai/stable-audio-25/text-to-audio', { seconds_total: 5 });
  expect(await probe(asked.audio.url)).toMatchObject({ durationSeconds: expect.closeTo(5, 1) });
  expect(asked).toMatchObject({ seed: expect.any(Number) });
  const clip = await run('fal-ai/lyria3', {});
  expect(await probe(clip.audio.url)).toMatchObject({ durationSeconds: expect.closeTo(30, 1) });
  expect(await run('sonauto/v2/text-to-music', {})).toMatchObject({ audio: [{ url: expect.any(String) }] });
});

it('sounds have the length that was asked for', async () => {
  const effect = await run('fal-ai/elevenlabs/sound-effects/v2', { text: 'A door', duration_seconds: 2 });
  expect(await probe(effect.audio.url)).toMatchObject({ hasAudio: true, durationSeconds: 2 });
  const music = await run('fal-ai/elevenlabs/music', { music_length_ms: 3_000 });
  expect(await probe(music.audio.url)).toMatchObject({ durationSeconds: 3 });
});
