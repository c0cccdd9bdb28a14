import { defineEndpoint } from './define-endpoint.ts';
import { flag, nullable, optionalInteger, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

/** Fixed by the model: 1080p, 30 frames a second, 6 seconds. */
const fps = 30;
const frameCount = 180;
const times = { queueMs: 3000, runMs: 17_000 };
const steps = () => 50;

const fields = {
  prompt: required(text()),
  seed: nullable(optionalInteger()),
  enable_safety_checker: flag(true),
};

export const wanProTextToVideo = defineEndpoint({
  id: 'fal-ai/wan-pro/text-to-video',
  medium: 'video',
  fields,
  ...times,
  steps,
  async make({ prompt, seed, tools }) {
    const caption = { title: 'Wan Pro · Text to video', prompt, footer: 'Local preview' };
    return { video: await tools.video({ ...videoSize('1080p', '16:9'), fps, frameCount, seed, caption }) };
  },
});

export const wanProImageToVideo = defineEndpoint({
  id: 'fal-ai/wan-pro/image-to-video',
  medium: 'video',
  fields: { ...fields, image_url: required(text()) },
  ...times,
  steps,
  async make({ input, prompt, seed, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const caption = { title: 'Wan Pro · Image to video', prompt, footer: 'Local preview' };
    const size = videoSize('1080p', 'auto', image);
    return {
      video: await tools.video({ ...size, fps, frameCount, seed, caption, photoPaths: [image.path] }),
    };
  },
});
