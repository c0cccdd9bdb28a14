import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, required, text } from './fields.ts';
import {
  videoSize,
  wan21Fps,
  wan21Frames,
  wan21Steps,
  wanAcceleration,
  wanFields,
  wanTimes,
} from './wan-fields.ts';

export const wanT2v = defineEndpoint({
  id: 'fal-ai/wan-t2v',
  medium: 'video',
  fields: {
    ...wanFields,
    num_frames: wan21Frames,
    frames_per_second: wan21Fps,
    resolution: choice(['480p', '580p', '720p'], '720p'),
    aspect_ratio: choice(['16:9', '9:16'], '16:9'),
    num_inference_steps: wan21Steps,
    turbo_mode: flag(false),
  },
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  async make({ input, prompt, seed, tools }) {
    const video = await tools.video({
      ...videoSize(input.resolution, input.aspect_ratio),
      fps: input.frames_per_second,
      frameCount: input.num_frames,
      seed,
      caption: { title: 'Wan 2.1 · Text to video', prompt, footer: `Local preview · seed ${seed}` },
    });
    return { video, seed };
  },
});

/** Shared by the two models that start from images. */
const imageFields = {
  ...wanFields,
  num_frames: wan21Frames,
  frames_per_second: wan21Fps,
  resolution: choice(['480p', '720p'], '720p'),
  aspect_ratio: choice(['auto', '16:9', '9:16', '1:1'], 'auto'),
  num_inference_steps: wan21Steps,
  guide_scale: decimal({ min: 1, max: 10 }, 5),
  shift: decimal({ min: 1, max: 10 }, 5),
  acceleration: wanAcceleration,
};

export const wanI2v = defineEndpoint({
  id: 'fal-ai/wan-i2v',
  medium: 'video',
  fields: { ...imageFields, image_url: required(text()) },
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  async make({ input, prompt, seed, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const video = await tools.video({
      ...videoSize(input.resolution, input.aspect_ratio, image),
      fps: input.frames_per_second,
      frameCount: input.num_frames,
      seed,
      caption: { title: 'Wan 2.1 · Image to video', prompt, footer: `Local preview · seed ${seed}` },
      photoPaths: [image.path],
    });
    return { video, seed };
  },
});

export const wanFlf2v = defineEndpoint({
  id: 'fal-ai/wan-flf2v',
  medium: 'video',
  fields: { ...imageFields, start_image_url: required(text()), end_image_url: required(text()) },
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  async make({ input, prompt, seed, tools }) {
    const start = await tools.loadImage('start_image_url', input.start_image_url);
    const end = await tools.loadImage('end_image_url', input.end_image_url);
    const video = await tools.video({
      ...videoSize(input.resolution, input.aspect_ratio, start),
      fps: input.frames_per_second,
      frameCount: input.num_frames,
      seed,
      caption: { title: 'Wan 2.1 · First to last frame', prompt, footer: `Local preview · seed ${seed}` },
      photoPaths: [start.path, end.path],
    });
    return { video, seed };
  },
});
