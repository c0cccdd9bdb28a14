import { clipTimes, makeClip, makeWishedClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, integer, nullable, optionalText, required, text } from './fields.ts';
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

export const ltx25Fast = defineEndpoint({
  id: 'lightricks/ltx-2.5/text-to-video/fast',
  medium: 'video',
  fields: {
    prompt: required(text()),
    duration: integer({ min: 6, max: 20 }, 6),
    resolution: choice(['720p', '1080p', '1440p', '2160p'], '1080p'),
    fps: integer({ min: 24, max: 50 }, 25),
    aspect_ratio: choice(['16:9', '9:16'], '16:9'),
    generate_audio: flag(true),
    camera_motion: choice(
      ['dolly_in', 'dolly_out', 'dolly_left', 'dolly_right', 'jib_up', 'jib_down', 'static', 'focus_shift'],
      'static',
    ),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, aspect_ratio: ratio, duration: seconds, fps, generate_audio: hasSound } = input;
    const wish = { title: 'LTX 2.5 Fast', resolution, ratio, seconds, fps, hasSound };
    return { video: await makeWishedClip(order, wish) };
  },
});
