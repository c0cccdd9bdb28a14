import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, required, text } from './fields.ts';

const videoFps = 24;

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
    const { path: photoPath, width, height } = await tools.loadImage('image_url', input.image_url);
    const { upscale_factor: factor, output_format: format } = input;
    const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
    return { image: await tools.image({ ...size, format, seed, photoPath }) };
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
    const source = await tools.loadVideo('video_url', input.video_url);
    const factor = input.upscale_factor;
    const video = await tools.video({
      width: 2 * Math.round((source.width * factor) / 2),
      height: 2 * Math.round((source.height * factor) / 2),
      fps: videoFps,
      frameCount: Math.max(1, Math.round(source.durationSeconds * videoFps)),
      seed,
      caption: { title: `Topaz · ${factor} times`, prompt: '', footer: 'Local preview' },
      photoPaths: [await tools.stillOf(source)],
    });
    return { video };
  },
});
