import { clipTimes, listTexts, makeClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, nullable, optionalInteger, optionalText, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

const fields = {
  prompt: required(text()),
  aspect_ratio: choice(['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'auto'], '16:9'),
  resolution: choice(['480p', '720p', '1080p'], '720p'),
  duration: choice(listTexts(4, 12), '5'),
  generate_audio: flag(true),
  camera_fixed: flag(false),
  enable_safety_checker: flag(true),
  seed: nullable(optionalInteger()),
};

export const seedanceTextToVideo = defineEndpoint({
  id: 'fal-ai/bytedance/seedance/v1.5/pro/text-to-video',
  medium: 'video',
  fields,
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const size = videoSize(input.resolution, input.aspect_ratio);
    const clip = { title: 'Seedance 1.5 · Text to video', prompt, seed, tools, size };
    const { duration, generate_audio: hasSound } = input;
    return { video: await makeClip({ ...clip, seconds: Number(duration), hasSound }), seed };
  },
});

export const seedanceImageToVideo = defineEndpoint({
  id: 'fal-ai/bytedance/seedance/v1.5/pro/image-to-video',
  medium: 'video',
  fields: { ...fields, image_url: required(text()), end_image_url: nullable(optionalText()) },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const first = await tools.loadImage('image_url', input.image_url);
    const last = input.end_image_url ? [await tools.loadImage('end_image_url', input.end_image_url)] : [];
    const size = videoSize(input.resolution, input.aspect_ratio, first);
    const clip = { title: 'Seedance 1.5 · Image to video', prompt, seed, tools, size };
    const { duration, generate_audio: hasSound } = input;
    const photoPaths = [first, ...last].map(({ path }) => path);
    return { video: await makeClip({ ...clip, seconds: Number(duration), hasSound, photoPaths }), seed };
  },
});
