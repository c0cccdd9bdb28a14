import { clipTimes, continueVideo, listPictures, makeWishedClip } from './clip.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import {
  choice,
  flag,
  integer,
  nullable,
  optionalInteger,
  optionalText,
  required,
  text,
  textList,
} from './fields.ts';

const heights = { '480P': '480p', '768P': '768p', '1080P': '1080p', '2K': '1440p' } as const;
const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];

const fields = {
  prompt: required(text()),
  prompt_expansion_mode: required(choice(['disabled', 'balanced', 'quality'], 'balanced')),
  duration: integer({ min: 5, max: 15 }, 5),
  resolution: choice(['480P', '768P', '1080P'], '768P'),
  seed: nullable(optionalInteger()),
  enable_safety_checker: flag(true),
  sync_mode: flag(false),
  target_audio_url: nullable(optionalText()),
};
const ratio = { aspect_ratio: choice(ratios, '16:9') };
const images = { image_url: required(text()), end_image_url: nullable(optionalText()) };
const fromText = { ...fields, ...ratio };
const fromImage = { ...fields, ...images };
const h3 = {
  prompt: required(text()),
  duration: integer({ min: 5, max: 15 }, 5),
  resolution: choice(['2K'], '2K'),
};

type Input = {
  resolution: keyof typeof heights;
  duration: number;
  aspect_ratio?: string;
  image_url?: string;
  end_image_url?: string | undefined;
  reference_image_urls?: readonly string[];
};

function draw(title: string) {
  const drawVideo = drawH3(title);
  return async (order: Order<Input>) => ({ ...(await drawVideo(order)), expanded_prompt: order.prompt });
}

function drawH3(title: string) {
  return async ({ input, ...order }: Order<Input>) => ({
    video: await makeWishedClip(order, {
      title,
      resolution: heights[input.resolution],
      ratio: input.aspect_ratio ?? 'auto',
      seconds: input.duration,
      hasSound: true,
      pictures: [
        ['image_url', input.image_url],
        ['end_image_url', input.end_image_url],
        ...listPictures('reference_image_urls', input.reference_image_urls),
      ],
    }),
  });
}

const times = { queueMs: 600, runMs: 3_000, steps: () => 0 };

export const h3MaxTurboTextToVideo = defineEndpoint({
  id: 'minimax/h3-max-turbo/text-to-video',
  medium: 'video',
  fields: fromText,
  ...times,
  make: draw('H3 Max Turbo · Text to video'),
});

export const h3MaxTurboImageToVideo = defineEndpoint({
  id: 'minimax/h3-max-turbo/image-to-video',
  medium: 'video',
  fields: fromImage,
  ...times,
  make: draw('H3 Max Turbo · Image to video'),
});

export const h3MaxTextToVideo = defineEndpoint({
  id: 'minimax/h3-max/text-to-video',
  medium: 'video',
  fields: fromText,
  ...clipTimes,
  steps: () => 0,
  make: draw('H3 Max · Text to video'),
});

export const h3MaxImageToVideo = defineEndpoint({
  id: 'minimax/h3-max/image-to-video',
  medium: 'video',
  fields: fromImage,
  ...clipTimes,
  steps: () => 0,
  make: draw('H3 Max · Image to video'),
});

export const h3TextToVideo = defineEndpoint({
  id: 'minimax/h3/text-to-video',
  medium: 'video',
  fields: { ...h3, ...ratio },
  ...clipTimes,
  steps: () => 0,
  make: drawH3('MiniMax H3 · Text to video'),
});

export const h3ReferenceToVideo = defineEndpoint({
  id: 'minimax/h3/reference-to-video',
  medium: 'video',
  fields: {
    ...h3,
    aspect_ratio: choice(['adaptive', ...ratios], 'adaptive'),
    reference_image_urls: textList(),
    reference_video_urls: textList(),
    reference_audio_urls: textList(),
  },
  ...clipTimes,
  steps: () => 0,
  async make(order) {
    const {
      reference_video_urls: [url],
      resolution,
      duration: seconds,
    } = order.input;
    if (url === undefined) return drawH3('MiniMax H3 · References')(order);
    const wish = { title: 'MiniMax H3 · Edit', resolution: heights[resolution], seconds, hasSound: true };
    return { video: await continueVideo(order, { field: 'reference_video_urls', url }, wish) };
  },
});

export const h3ImageToVideo = defineEndpoint({
  id: 'minimax/h3/image-to-video',
  medium: 'video',
  fields: { ...h3, ...images },
  ...clipTimes,
  steps: () => 0,
  make: drawH3('MiniMax H3 · Image to video'),
});
