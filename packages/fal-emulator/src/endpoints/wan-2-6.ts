import { clipTimes, makeClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, nullable, optionalInteger, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

const fields = {
  prompt: required(text()),
  negative_prompt: text(),
  resolution: choice(['720p', '1080p'], '1080p'),
  duration: choice(['5', '10', '15'], '5'),
  enable_prompt_expansion: flag(true),
  enable_safety_checker: flag(true),
  multi_shots: flag(false),
  seed: nullable(optionalInteger()),
};

export const wan26TextToVideo = defineEndpoint({
  id: 'wan/v2.6/text-to-video',
  medium: 'video',
  fields: { ...fields, aspect_ratio: choice(['16:9', '9:16', '1:1', '4:3', '3:4'], '16:9') },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const size = videoSize(input.resolution, input.aspect_ratio);
    const seconds = Number(input.duration);
    const title = 'Wan 2.6 · Text to video';
    return { video: await makeClip({ title, prompt, seed, tools, size, seconds, hasSound: false }), seed };
  },
});

export const wan26ImageToVideo = defineEndpoint({
  id: 'wan/v2.6/image-to-video',
  medium: 'video',
  fields: { ...fields, image_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const size = videoSize(input.resolution, 'auto', image);
    const clip = { title: 'Wan 2.6 · Image to video', prompt, seed, tools, size, hasSound: false };
    const video = await makeClip({ ...clip, seconds: Number(input.duration), photoPaths: [image.path] });
    return { video, seed };
  },
});
