import { clipTimes, listPictures, makeWishedClip } from './clip.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, flag, integer, nullable, required, text, textList } from './fields.ts';

const horse = {
  resolution: choice(['720p', '1080p'], '1080p'),
  duration: integer({ min: 3, max: 15 }, 5),
  seed: nullable(integer({ min: 0, max: 2_147_483_647 }, 0)),
  enable_safety_checker: flag(true),
};

type Input = {
  resolution: '480p' | '720p' | '1080p';
  duration: number;
  aspect_ratio?: string;
  image_url?: string;
  image_urls?: readonly string[];
  reference_image_urls?: readonly string[];
};

function draw(title: string) {
  return async ({ input, ...order }: Order<Input>) => ({
    video: await makeWishedClip(order, {
      title,
      resolution: input.resolution,
      ratio: input.aspect_ratio ?? 'auto',
      seconds: input.duration,
      hasSound: true,
      pictures: [
        ['image_url', input.image_url],
        ...listPictures('image_urls', input.image_urls),
        ...listPictures('reference_image_urls', input.reference_image_urls),
      ],
    }),
  });
}

export const happyHorseTextToVideo = defineEndpoint({
  id: 'alibaba/happy-horse/v1.1/text-to-video',
  medium: 'video',
  fields: {
    ...horse,
    prompt: required(text()),
    aspect_ratio: choice(['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21', '5:4', '4:5'], '16:9'),
  },
  ...clipTimes,
  steps: () => 0,
  make: draw('Happy Horse 1.1 · Text to video'),
});

export const happyHorseImageToVideo = defineEndpoint({
  id: 'alibaba/happy-horse/v1.1/image-to-video',
  medium: 'video',
  fields: { ...horse, prompt: text(), image_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  make: draw('Happy Horse 1.1 · Image to video'),
});

export const grokImageToVideo = defineEndpoint({
  id: 'xai/grok-imagine-video/v1.5/image-to-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    image_url: required(text()),
    resolution: choice(['480p', '720p', '1080p'], '720p'),
    duration: integer({ min: 1, max: 15 }, 6),
  },
  ...clipTimes,
  steps: () => 0,
  make: draw('Grok Imagine 1.5 · Image to video'),
});

export const happyHorseReferenceToVideo = defineEndpoint({
  id: 'alibaba/happy-horse/v1.1/reference-to-video',
  medium: 'video',
  fields: { ...horse, prompt: required(text()), image_urls: required(textList()) },
  ...clipTimes,
  steps: () => 0,
  make: draw('Happy Horse 1.1 · References'),
});

export const grokReferenceToVideo = defineEndpoint({
  id: 'xai/grok-imagine-video/v1.5/reference-to-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    reference_image_urls: required(textList()),
    resolution: choice(['480p', '720p'], '480p'),
    duration: integer({ min: 1, max: 15 }, 8),
    aspect_ratio: choice(['16:9', '4:3', '3:2', '1:1', '2:3', '3:4', '9:16'], '16:9'),
  },
  ...clipTimes,
  steps: () => 0,
  make: draw('Grok Imagine 1.5 · References'),
});
