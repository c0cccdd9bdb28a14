import { clipTimes, makeClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, nullable, optionalText, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

const fields = {
  prompt: required(text()),
  duration: choice(['6', '8', '10'], '6'),
  fps: choice(['24', '25', '48', '50'], '25'),
  resolution: choice(['1080p', '1440p', '2160p'], '1080p'),
  generate_audio: flag(true),
};

export const ltxFast = defineEndpoint({
  id: 'fal-ai/ltx-2.3/text-to-video/fast',
  medium: 'video',
  fields: { ...fields, aspect_ratio: choice(['16:9', '9:16'], '16:9') },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const size = videoSize(input.resolution, input.aspect_ratio);
    const clip = { title: 'LTX 2.3 Fast · Text to video', prompt, seed, tools, size };
    const { duration, fps, generate_audio: hasSound } = input;
    return { video: await makeClip({ ...clip, seconds: Number(duration), fps: Number(fps), hasSound }) };
  },
});

export const ltxFastImageToVideo = defineEndpoint({
  id: 'fal-ai/ltx-2.3/image-to-video/fast',
  medium: 'video',
  fields: {
    ...fields,
    aspect_ratio: choice(['auto', '16:9', '9:16'], 'auto'),
    image_url: required(text()),
    end_image_url: nullable(optionalText()),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const first = await tools.loadImage('image_url', input.image_url);
    const last = input.end_image_url ? [await tools.loadImage('end_image_url', input.end_image_url)] : [];
    const size = videoSize(input.resolution, input.aspect_ratio, first);
    const clip = { title: 'LTX 2.3 Fast · Image to video', prompt, seed, tools, size };
    const { duration, fps, generate_audio: hasSound } = input;
    const photoPaths = [first, ...last].map(({ path }) => path);
    return {
      video: await makeClip({ ...clip, seconds: Number(duration), fps: Number(fps), hasSound, photoPaths }),
    };
  },
});
