import { defineEndpoint, type Order } from './define-endpoint.ts';
import {
  choice,
  decimal,
  flag,
  integer,
  nullable,
  optionalInteger,
  optionalText,
  required,
  text,
  textList,
} from './fields.ts';
import { defaultSeconds, redraw } from './redraw.ts';

// Models that make a video of a video: changed, longer, cut out, or with a sound.

const times = { queueMs: 1_200, runMs: 7_000, steps: () => 0 };

const containers = [
  'webm_vp9',
  'mp4_h264',
  'mp4_h265',
  'mov_proresks',
  'mov_h265',
  'mkv_h264',
  'mkv_h265',
  'mkv_vp9',
] as const;

async function redrawWhole(order: Order<{ video_url: string }>, title: string, isCutOut = false) {
  const source = await order.tools.loadVideo('video_url', order.input.video_url);
  return redraw(source, order, { title, seconds: source.durationSeconds || defaultSeconds, isCutOut });
}

export const grokEditVideo = defineEndpoint({
  id: 'xai/grok-imagine-video/edit-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    video_url: required(text()),
    resolution: choice(['auto', '480p', '720p'], 'auto'),
  },
  ...times,
  async make(order) {
    const source = await order.tools.loadVideo('video_url', order.input.video_url);
    // The model cuts a longer source off.
    const seconds = Math.min(8, source.durationSeconds || defaultSeconds);
    const lines = order.input.resolution === '720p' ? 720 : 480;
    const scale = lines / Math.min(source.width, source.height);
    return { video: await redraw(source, order, { title: 'Grok · Edit', seconds, scale }) };
  },
});

export const happyHorseEditVideo = defineEndpoint({
  id: 'alibaba/happy-horse/video-edit',
  medium: 'video',
  fields: {
    prompt: required(text()),
    video_url: required(text()),
    reference_image_urls: textList(),
    resolution: choice(['720p', '1080p'], '1080p'),
    audio_setting: choice(['auto', 'origin'], 'auto'),
    seed: nullable(optionalInteger()),
    enable_safety_checker: flag(true),
  },
  ...times,
  async make(order) {
    const source = await order.tools.loadVideo('video_url', order.input.video_url);
    const seconds = Math.min(15, source.durationSeconds || defaultSeconds);
    const lines = order.input.resolution === '720p' ? 720 : 1080;
    const scale = lines / Math.min(source.width, source.height);
    const video = await redraw(source, order, { title: 'Happy Horse · Edit', seconds, scale });
    return { video, seed: order.seed };
  },
});

export const grokExtendVideo = defineEndpoint({
  id: 'xai/grok-imagine-video/extend-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    video_url: required(text()),
    duration: integer({ min: 2, max: 10 }, 6),
  },
  ...times,
  async make(order) {
    const source = await order.tools.loadVideo('video_url', order.input.video_url);
    const seconds = (source.durationSeconds || defaultSeconds) + order.input.duration;
    return { video: await redraw(source, order, { title: 'Grok · Extend', seconds }) };
  },
});

export const ltxExtendVideo = defineEndpoint({
  id: 'fal-ai/ltx-2.3/extend-video',
  medium: 'video',
  fields: {
    video_url: required(text()),
    prompt: text(),
    duration: decimal({ min: 2, max: 20 }, 5),
    mode: choice(['start', 'end'], 'end'),
    context: decimal({ min: 1, max: 20 }, 20),
  },
  ...times,
  async make(order) {
    const source = await order.tools.loadVideo('video_url', order.input.video_url);
    const seconds = (source.durationSeconds || defaultSeconds) + order.input.duration;
    return { video: await redraw(source, order, { title: 'LTX 2.3 · Extend', seconds }) };
  },
});

export const klingEditVideo = defineEndpoint({
  id: 'fal-ai/kling-video/o3/pro/video-to-video/edit',
  medium: 'video',
  fields: {
    prompt: required(text()),
    video_url: required(text()),
    image_urls: textList(),
    keep_audio: flag(true),
    shot_type: text('customize'),
  },
  ...times,
  make: async (order) => ({ video: await redrawWhole(order, 'Kling O3 Pro · Edit') }),
});

export const veedRemoveBackground = defineEndpoint({
  id: 'veed/video-background-removal',
  medium: 'video',
  fields: {
    video_url: required(text()),
    output_codec: choice(['vp9', 'h264'], 'vp9'),
    refine_foreground_edges: flag(true),
    subject_is_person: flag(true),
  },
  ...times,
  // H.264 has no transparency.
  make: async (order) => ({
    video: [await redrawWhole(order, 'Veed · Background', order.input.output_codec === 'vp9')],
  }),
});

export const pixelcutRemoveBackground = defineEndpoint({
  id: 'pixelcut/video-background-removal',
  medium: 'video',
  fields: {
    video_url: required(text()),
    background: choice(
      ['transparent', 'black', 'white', 'green', 'blue', 'magenta', 'custom'],
      'transparent',
    ),
    output_format: choice([...containers, 'gif'], 'webm_vp9'),
  },
  ...times,
  async make(order) {
    const { background, output_format: format } = order.input;
    const isCutOut = background === 'transparent' && format === 'webm_vp9';
    return { video: await redrawWhole(order, 'Pixelcut · Background', isCutOut) };
  },
});

export const briaRemoveBackground = defineEndpoint({
  id: 'bria/video/background-removal/v3',
  medium: 'video',
  fields: {
    video_url: required(text()),
    background_color: choice(
      [
        'Transparent',
        'Black',
        'White',
        'Gray',
        'Red',
        'Green',
        'Blue',
        'Yellow',
        'Cyan',
        'Magenta',
        'Orange',
      ],
      'Black',
    ),
    output_container_and_codec: choice([...containers, 'gif'], 'webm_vp9'),
    preserve_audio: flag(true),
    auto_zoom: flag(false),
  },
  ...times,
  async make(order) {
    const { background_color: background, output_container_and_codec: format } = order.input;
    const isCutOut = background === 'Transparent' && format === 'webm_vp9';
    return {
      video: await redrawWhole(order, 'Bria · Background', isCutOut),
      request_id: `bria-${order.seed}`,
    };
  },
});

export const veedSubtitles = defineEndpoint({
  id: 'veed/subtitles',
  medium: 'video',
  fields: { video_url: required(text()), preset: required(text()), srt_content: optionalText() },
  ...times,
  async make(order) {
    const { input, tools } = order;
    const source = await tools.loadVideo('video_url', input.video_url);
    const seconds = source.durationSeconds || defaultSeconds;
    const title = `Veed · Subtitles · ${input.preset}`;
    const prompt = input.srt_content?.split('\n')[2] ?? 'Words that are said';
    return { video: await redraw(source, { ...order, prompt }, { title, seconds }) };
  },
});

export const mmaudioV2 = defineEndpoint({
  id: 'fal-ai/mmaudio-v2',
  medium: 'video',
  fields: {
    video_url: required(text()),
    prompt: required(text()),
    negative_prompt: text(),
    duration: decimal({ min: 1, max: 30 }, 8),
    num_steps: integer({ min: 4, max: 50 }, 25),
    cfg_strength: decimal({ min: 0, max: 20 }, 4.5),
    seed: nullable(optionalInteger()),
  },
  ...times,
  async make({ input, prompt, seed, tools }) {
    const source = await tools.loadVideo('video_url', input.video_url);
    const durationSeconds = Math.min(input.duration, source.durationSeconds || defaultSeconds);
    const sound = await tools.sound({ durationSeconds, seed, prompt });
    return { video: await tools.videoWithSound(source.path, sound) };
  },
});
