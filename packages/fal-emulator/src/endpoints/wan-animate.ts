import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, decimal, flag, integer, nullable, optionalInteger, required, text } from './fields.ts';
import { type Resolution, videoSize, wanTimes } from './wan-fields.ts';

const fps = 16;
const fields = {
  video_url: required(text()),
  image_url: required(text()),
  resolution: choice(['480p', '580p', '720p'], '480p'),
  num_inference_steps: integer({ min: 2, max: 40 }, 20),
  guidance_scale: decimal({ min: 1, max: 10 }, 1),
  shift: decimal({ min: 1, max: 10 }, 5),
  enable_safety_checker: flag(false),
  enable_output_safety_checker: flag(false),
  use_turbo: flag(false),
  return_frames_zip: flag(false),
  video_quality: choice(['low', 'medium', 'high', 'maximum'], 'high'),
  video_write_mode: choice(['fast', 'balanced', 'small'], 'balanced'),
  seed: nullable(optionalInteger()),
};

type Input = { video_url: string; image_url: string; resolution: Resolution };

async function animate({ input, seed, tools }: Order<Input>, title: string) {
  const source = await tools.loadVideo('video_url', input.video_url);
  const character = await tools.loadImage('image_url', input.image_url);
  const video = await tools.video({
    ...videoSize(input.resolution, 'auto', source),
    fps,
    frameCount: Math.max(1, Math.round(source.durationSeconds * fps)),
    seed,
    caption: { title, prompt: '', footer: `Local preview · seed ${seed}` },
    photoPaths: [character.path],
  });
  return { video, seed, prompt: '' };
}

export const wanAnimateMove = defineEndpoint({
  id: 'fal-ai/wan/v2.2-14b/animate/move',
  medium: 'video',
  fields,
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  make: (order) => animate(order, 'Wan 2.2 Animate · Move'),
});

export const wanAnimateReplace = defineEndpoint({
  id: 'fal-ai/wan/v2.2-14b/animate/replace',
  medium: 'video',
  fields,
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  make: (order) => animate(order, 'Wan 2.2 Animate · Replace'),
});
