import { clipTimes, makeClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

/** The pro models make 1080p and no other length. */
const proSeconds = 6;
const fields = { prompt: required(text()), prompt_optimizer: flag(true) };
const duration = choice(['6', '10'], '6');
const title = 'Hailuo 2.3';

export const hailuoStandardTextToVideo = defineEndpoint({
  id: 'fal-ai/minimax/hailuo-2.3/standard/text-to-video',
  medium: 'video',
  fields: { ...fields, duration },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const size = videoSize('768p', '16:9');
    const seconds = Number(input.duration);
    return { video: await makeClip({ title, prompt, seed, tools, size, seconds, hasSound: false }) };
  },
});

export const hailuoProTextToVideo = defineEndpoint({
  id: 'fal-ai/minimax/hailuo-2.3/pro/text-to-video',
  medium: 'video',
  fields,
  ...clipTimes,
  steps: () => 0,
  async make({ prompt, seed, tools }) {
    const size = videoSize('1080p', '16:9');
    return {
      video: await makeClip({ title, prompt, seed, tools, size, seconds: proSeconds, hasSound: false }),
    };
  },
});

export const hailuoStandardImageToVideo = defineEndpoint({
  id: 'fal-ai/minimax/hailuo-2.3/standard/image-to-video',
  medium: 'video',
  fields: { ...fields, duration, image_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const clip = { title, prompt, seed, tools, size: videoSize('768p', 'auto', image), hasSound: false };
    return { video: await makeClip({ ...clip, seconds: Number(input.duration), photoPaths: [image.path] }) };
  },
});

export const hailuoProImageToVideo = defineEndpoint({
  id: 'fal-ai/minimax/hailuo-2.3/pro/image-to-video',
  medium: 'video',
  fields: { ...fields, image_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const clip = { title, prompt, seed, tools, size: videoSize('1080p', 'auto', image), hasSound: false };
    return { video: await makeClip({ ...clip, seconds: proSeconds, photoPaths: [image.path] }) };
  },
});
