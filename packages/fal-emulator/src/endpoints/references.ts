import { clipTimes, listTexts, makeClip } from './clip.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import {
  choice,
  flag,
  integer,
  nullable,
  optionalInteger,
  optionalText,
  required,
  text,
  textList,
} from './fields.ts';
import { type Resolution, videoSize } from './wan-fields.ts';

// Endpoints that place what pictures show in a new video; the pictures are seen in it.

type Wish = { resolution: Resolution; ratio: string; seconds: number; hasSound: boolean };

async function drawReferences(
  { prompt, seed, tools }: Pick<Order<unknown>, 'prompt' | 'seed' | 'tools'>,
  [field, urls]: readonly [field: string, urls: readonly string[]],
  { resolution, ratio, ...clip }: Wish & { title: string },
) {
  const photoPaths: string[] = [];
  for (const url of urls) photoPaths.push((await tools.loadImage(field, url)).path);
  const size = videoSize(resolution, ratio);
  return makeClip({ ...clip, prompt, seed, tools, size, photoPaths });
}

const seedance = {
  prompt: required(text()),
  image_urls: textList(),
  video_urls: textList(),
  audio_urls: textList(),
  aspect_ratio: choice(['auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'], 'auto'),
  generate_audio: flag(true),
  end_user_id: nullable(optionalText()),
};

type SeedanceInput = {
  image_urls: readonly string[];
  resolution: '480p' | '720p' | '1080p';
  duration: string;
  aspect_ratio: string;
  generate_audio: boolean;
};

function drawSeedance(title: string) {
  return async ({ input, ...order }: Order<SeedanceInput>) => ({
    video: await drawReferences(order, ['image_urls', input.image_urls], {
      title,
      resolution: input.resolution,
      ratio: input.aspect_ratio,
      seconds: Number.parseInt(input.duration, 10) || 12,
      hasSound: input.generate_audio,
    }),
    seed: order.seed,
  });
}

export const seedance2MiniReferenceToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.0/mini/reference-to-video',
  medium: 'video',
  fields: {
    ...seedance,
    resolution: choice(['480p', '720p'], '720p'),
    duration: choice(['auto', ...listTexts(4, 15)], 'auto'),
  },
  ...clipTimes,
  steps: () => 0,
  make: drawSeedance('Seedance 2.0 Mini · References'),
});

export const seedance25ReferenceToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.5/reference-to-video',
  medium: 'video',
  fields: {
    ...seedance,
    task: choice(['reference', 'editing', 'extension'], 'reference'),
    resolution: choice(['480p', '720p', '1080p'], '720p'),
    duration: choice(['auto', ...listTexts(4, 30)], 'auto'),
    bitrate_mode: choice(['standard', 'high'], 'standard'),
    codec: choice(['auto', 'H264', 'H265'], 'auto'),
    seed: nullable(optionalInteger()),
  },
  ...clipTimes,
  steps: () => 0,
  make: drawSeedance('Seedance 2.5 · References'),
});

export const wan30ReferenceToVideo = defineEndpoint({
  id: 'alibaba/wan-3.0/reference-to-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    reference_image_urls: textList(),
    resolution: choice(['480p', '720p', '1080p'], '1080p'),
    aspect_ratio: choice(['adaptive', '16:9', '4:3', '1:1', '3:4', '9:16'], 'adaptive'),
    duration: integer({ min: 2, max: 30 }, 5),
    audio: flag(true),
    enable_prompt_expansion: flag(true),
    enable_thinking: flag(false),
    seed: nullable(integer({ min: 0, max: 2_147_483_647 }, 0)),
    enable_safety_checker: flag(true),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, aspect_ratio: ratio, duration, audio: hasSound } = input;
    const wish = { title: 'Wan 3.0 · References', resolution, ratio, seconds: duration, hasSound };
    const video = await drawReferences(order, ['reference_image_urls', input.reference_image_urls], wish);
    return { video, seed: order.seed, duration };
  },
});

const omniHeights = { '360p': '360p', '720p': '720p', '1080p': '1080p', '4k': '2160p' } as const;

export const omniFlashReferenceToVideo = defineEndpoint({
  id: 'google/gemini-omni-flash/v1.1/reference-to-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    image_urls: textList(),
    reference_video_urls: textList(),
    aspect_ratio: choice(['16:9', '9:16'], '16:9'),
    resolution: choice(['360p', '720p', '1080p', '4k'], '720p'),
    duration: integer({ min: 3, max: 10 }, 8),
  },
  ...clipTimes,
  steps: () => 0,
  make: async ({ input, ...order }) => ({
    video: await drawReferences(order, ['image_urls', input.image_urls], {
      title: 'Omni Flash 1.1 · References',
      resolution: omniHeights[input.resolution],
      ratio: input.aspect_ratio,
      seconds: input.duration,
      hasSound: true,
    }),
  }),
});

export const happyHorseReferenceToVideo = defineEndpoint({
  id: 'alibaba/happy-horse/v1.1/reference-to-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    image_urls: required(textList()),
    resolution: choice(['720p', '1080p'], '1080p'),
    duration: integer({ min: 3, max: 15 }, 5),
    seed: nullable(integer({ min: 0, max: 2_147_483_647 }, 0)),
    enable_safety_checker: flag(true),
  },
  ...clipTimes,
  steps: () => 0,
  make: async ({ input, ...order }) => ({
    video: await drawReferences(order, ['image_urls', input.image_urls], {
      title: 'Happy Horse 1.1 · References',
      resolution: input.resolution,
      ratio: '16:9',
      seconds: input.duration,
      hasSound: true,
    }),
  }),
});

export const grokReferenceToVideo = defineEndpoint({
  id: 'xai/grok-imagine-video/v1.5/reference-to-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    reference_image_urls: required(textList()),
    resolution: choice(['480p', '720p'], '480p'),
    duration: integer({ min: 1, max: 15 }, 8),
    aspect_ratio: choice(['16:9', '4:3', '3:2', '1:1', '2:3', '3:4', '9:16'], '16:9'),
  },
  ...clipTimes,
  steps: () => 0,
  make: async ({ input, ...order }) => ({
    video: await drawReferences(order, ['reference_image_urls', input.reference_image_urls], {
      title: 'Grok Imagine 1.5 · References',
      resolution: input.resolution,
      ratio: input.aspect_ratio,
      seconds: input.duration,
      hasSound: true,
    }),
  }),
});

export const klingO3ProReferenceToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/o3/pro/reference-to-video',
  medium: 'video',
  fields: {
    prompt: optionalText(),
    image_urls: textList(),
    start_image_url: nullable(optionalText()),
    end_image_url: nullable(optionalText()),
    duration: choice(listTexts(3, 15), '5'),
    aspect_ratio: choice(['16:9', '9:16', '1:1'], '16:9'),
    generate_audio: flag(false),
    shot_type: text('customize'),
  },
  ...clipTimes,
  steps: () => 0,
  make: async ({ input, ...order }) => ({
    video: await drawReferences(order, ['image_urls', input.image_urls], {
      title: 'Kling O3 Pro · References',
      resolution: '1080p',
      ratio: input.aspect_ratio,
      seconds: Number(input.duration),
      hasSound: input.generate_audio,
    }),
  }),
});
