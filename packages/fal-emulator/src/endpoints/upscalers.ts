import type { Tools } from '../tools.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, nullable, optionalInteger, required, text } from './fields.ts';

// Models that make a picture or a video larger.

const videoFps = 24;
const times = { queueMs: 900, runMs: 5_000, steps: () => 0 };

type Enlarged = { address: string; factor: number; seed: number };

async function enlargeImage(tools: Tools, wish: Enlarged & { format: 'jpeg' | 'png' }) {
  const { address, factor, format, seed } = wish;
  const { path: photoPath, width, height } = await tools.loadImage('image_url', address);
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
  return tools.image({ ...size, format, seed, photoPath });
}

async function enlargeVideo(tools: Tools, { address, factor, seed, title }: Enlarged & { title: string }) {
  const source = await tools.loadVideo('video_url', address);
  return tools.video({
    width: 2 * Math.round((source.width * factor) / 2),
    height: 2 * Math.round((source.height * factor) / 2),
    fps: videoFps,
    frameCount: Math.max(1, Math.round(source.durationSeconds * videoFps)),
    seed,
    caption: { title: `${title} · ${factor} times`, prompt: '', footer: 'Local preview' },
    photoPaths: [await tools.stillOf(source)],
  });
}

export const topazUpscaleImage = defineEndpoint({
  id: 'fal-ai/topaz/upscale/image',
  medium: 'images',
  fields: {
    image_url: required(text()),
    upscale_factor: decimal({ min: 1, max: 4 }, 2),
    model: choice(['Standard V2', 'Low Resolution V2', 'CGI', 'High Fidelity V2'], 'Standard V2'),
    output_format: choice(['jpeg', 'png'], 'jpeg'),
    crop_to_fill: flag(false),
    subject_detection: choice(['All', 'Foreground', 'Background'], 'All'),
    face_enhancement: flag(true),
  },
  queueMs: 900,
  runMs: 5000,
  steps: () => 0,
  async make({ input, seed, tools }) {
    const { upscale_factor: factor, output_format: format } = input;
    return { image: await enlargeImage(tools, { address: input.image_url, factor, format, seed }) };
  },
});

export const topazUpscaleVideo = defineEndpoint({
  id: 'fal-ai/topaz/upscale/video',
  medium: 'video',
  fields: {
    video_url: required(text()),
    upscale_factor: decimal({ min: 1, max: 4 }, 2),
    model: choice(['Proteus', 'Artemis HQ', 'Nyx', 'Gaia HQ'], 'Proteus'),
    H264_output: flag(false),
  },
  queueMs: 1200,
  runMs: 9000,
  steps: () => 0,
  async make({ input, seed, tools }) {
    const wish = { address: input.video_url, factor: input.upscale_factor, seed };
    return { video: await enlargeVideo(tools, { ...wish, title: 'Topaz' }) };
  },
});

export const seedvrUpscaleImage = defineEndpoint({
  id: 'fal-ai/seedvr/upscale/image',
  medium: 'images',
  fields: {
    image_url: required(text()),
    upscale_mode: choice(['target', 'factor'], 'factor'),
    upscale_factor: decimal({ min: 1, max: 10 }, 2),
    target_resolution: choice(['720p', '1080p', '1440p', '2160p'], '1080p'),
    noise_scale: decimal({ min: 0, max: 1 }, 0.1),
    output_format: choice(['png', 'jpg', 'webp'], 'jpg'),
    sync_mode: flag(false),
    seed: nullable(optionalInteger()),
  },
  ...times,
  async make({ input, seed, tools }) {
    const wish = { address: input.image_url, factor: input.upscale_factor, seed };
    return { image: await enlargeImage(tools, { ...wish, format: 'jpeg' }), seed };
  },
});

export const seedvrUpscaleVideo = defineEndpoint({
  id: 'fal-ai/seedvr/upscale/video',
  medium: 'video',
  fields: {
    video_url: required(text()),
    upscale_mode: choice(['target', 'factor'], 'factor'),
    upscale_factor: decimal({ min: 1, max: 10 }, 2),
    target_resolution: choice(['720p', '1080p', '1440p', '2160p'], '1080p'),
    noise_scale: decimal({ min: 0, max: 1 }, 0.1),
    output_format: choice(['X264 (.mp4)', 'VP9 (.webm)', 'PRORES4444 (.mov)', 'GIF (.gif)'], 'X264 (.mp4)'),
    output_quality: choice(['low', 'medium', 'high', 'maximum'], 'high'),
    output_write_mode: choice(['fast', 'balanced', 'small'], 'balanced'),
    sync_mode: flag(false),
    seed: nullable(optionalInteger()),
  },
  ...times,
  async make({ input, seed, tools }) {
    const wish = { address: input.video_url, factor: input.upscale_factor, seed };
    return { video: await enlargeVideo(tools, { ...wish, title: 'SeedVR2' }), seed };
  },
});

export const crystalUpscaler = defineEndpoint({
  id: 'clarityai/crystal-upscaler',
  medium: 'images',
  fields: {
    image_url: required(text()),
    scale_factor: decimal({ min: 1, max: 200 }, 2),
    creativity: decimal({ min: 0, max: 10 }, 0),
  },
  ...times,
  async make({ input, seed, tools }) {
    const wish = { address: input.image_url, factor: input.scale_factor, seed };
    return { images: [await enlargeImage(tools, { ...wish, format: 'png' })] };
  },
});
