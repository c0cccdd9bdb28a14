import { clipTimes, listPictures, makeWishedClip } from './clip.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, integer, nullable, optionalText, required, text, textList } from './fields.ts';

const heights = { '360p': '360p', '720p': '720p', '1080p': '1080p', '4k': '2160p' } as const;

const fields = {
  prompt: required(text()),
  aspect_ratio: choice(['16:9', '9:16'], '16:9'),
  resolution: choice(['360p', '720p', '1080p', '4k'], '720p'),
  duration: integer({ min: 3, max: 10 }, 8),
};

type Input = {
  aspect_ratio: string;
  resolution: keyof typeof heights;
  duration: number;
  image_url?: string;
  end_image_url?: string | undefined;
  image_urls?: readonly string[];
};

function draw(title: string) {
  return async ({ input, ...order }: Order<Input>) => ({
    video: await makeWishedClip(order, {
      title,
      resolution: heights[input.resolution],
      ratio: input.aspect_ratio,
      seconds: input.duration,
      hasSound: true,
      pictures: [
        ['image_url', input.image_url],
        ['end_image_url', input.end_image_url],
        ...listPictures('image_urls', input.image_urls),
      ],
    }),
  });
}

export const omniFlashTextToVideo = defineEndpoint({
  id: 'google/gemini-omni-flash/v1.1/text-to-video',
  medium: 'video',
  fields,
  ...clipTimes,
  steps: () => 0,
  make: draw('Omni Flash 1.1 · Text to video'),
});

export const omniFlashImageToVideo = defineEndpoint({
  id: 'google/gemini-omni-flash/v1.1/image-to-video',
  medium: 'video',
  fields: { ...fields, image_url: required(text()), end_image_url: nullable(optionalText()) },
  ...clipTimes,
  steps: () => 0,
  make: draw('Omni Flash 1.1 · Image to video'),
});

export const omniFlashReferenceToVideo = defineEndpoint({
  id: 'google/gemini-omni-flash/v1.1/reference-to-video',
  medium: 'video',
  fields: { ...fields, image_urls: textList(), reference_video_urls: textList() },
  ...clipTimes,
  steps: () => 0,
  make: draw('Omni Flash 1.1 · References'),
});
