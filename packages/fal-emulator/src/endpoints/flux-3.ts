import { clipTimes, continueVideo, makeWishedClip } from './clip.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, flag, integer, required, text } from './fields.ts';

const fields = {
  prompt: required(text()),
  resolution: choice(['720p', '1080p'], '720p'),
  duration: integer({ min: 5, max: 20 }, 5),
  generate_audio: flag(true),
  safety_tolerance: integer({ min: 0, max: 4 }, 2),
};

const ratio = {
  aspect_ratio: choice(['auto', '21:9', '2:1', '16:9', '4:3', '1:1', '3:4', '9:16'], 'auto'),
};

type Input = {
  resolution: '720p' | '1080p';
  duration: number;
  generate_audio: boolean;
  aspect_ratio?: string;
  image_url?: string;
  start_image_url?: string;
  end_image_url?: string;
};

function draw(title: string) {
  return async ({ input, ...order }: Order<Input>) => ({
    video: await makeWishedClip(order, {
      title,
      resolution: input.resolution,
      ratio: input.aspect_ratio ?? 'auto',
      seconds: input.duration,
      hasSound: input.generate_audio,
      pictures: [
        ['image_url', input.image_url],
        ['start_image_url', input.start_image_url],
        ['end_image_url', input.end_image_url],
      ],
    }),
    seed: order.seed,
  });
}

export const flux3TextToVideo = defineEndpoint({
  id: 'blackforestlabs/flux-3/text-to-video',
  medium: 'video',
  fields: { ...fields, ...ratio },
  ...clipTimes,
  steps: () => 0,
  make: draw('FLUX 3 · Text to video'),
});

export const flux3ImageToVideo = defineEndpoint({
  id: 'blackforestlabs/flux-3/image-to-video',
  medium: 'video',
  fields: { ...fields, image_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  make: draw('FLUX 3 · Image to video'),
});

export const flux3FirstLastFrame = defineEndpoint({
  id: 'blackforestlabs/flux-3/first-last-frame-to-video',
  medium: 'video',
  fields: { ...fields, ...ratio, start_image_url: required(text()), end_image_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  make: draw('FLUX 3 · First and last frame'),
});

/** The result is the continuation alone. */
export const flux3ExtendVideo = defineEndpoint({
  id: 'blackforestlabs/flux-3/extend-video',
  medium: 'video',
  fields: { ...fields, ...ratio, video_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  async make(order) {
    const { duration: seconds, generate_audio: hasSound, resolution, video_url } = order.input;
    const wish = { title: 'FLUX 3 · Extend', resolution, seconds, hasSound };
    return {
      video: await continueVideo(order, { field: 'video_url', url: video_url }, wish),
      seed: order.seed,
    };
  },
});
