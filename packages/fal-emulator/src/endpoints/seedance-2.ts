import { clipTimes, continueVideo, listPictures, listTexts, makeWishedClip } from './clip.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, flag, nullable, optionalInteger, optionalText, required, text, textList } from './fields.ts';

const ratios = ['auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];
const references = { image_urls: textList(), video_urls: textList(), audio_urls: textList() };
const images = { image_url: required(text()), end_image_url: nullable(optionalText()) };
const fields = {
  prompt: required(text()),
  resolution: choice(['480p', '720p'], '720p'),
  duration: choice(['auto', ...listTexts(4, 15)], 'auto'),
  aspect_ratio: choice(ratios, 'auto'),
  generate_audio: flag(true),
  end_user_id: nullable(optionalText()),
};
const bitrate = { bitrate_mode: choice(['standard', 'high'], 'standard') };

const fields25 = {
  ...fields,
  ...bitrate,
  resolution: choice(['480p', '720p', '1080p'], '720p'),
  duration: choice(['auto', ...listTexts(4, 30)], 'auto'),
  codec: choice(['auto', 'H264', 'H265'], 'auto'),
};

type Input = {
  image_url?: string;
  end_image_url?: string | undefined;
  image_urls?: readonly string[];
  resolution: '480p' | '720p' | '1080p' | '2160p';
  duration: string;
  aspect_ratio: string;
  generate_audio: boolean;
};

/** The model chooses the length of a request without one, and may choose a long one. */
const readSeconds = (duration: string) => Number.parseInt(duration, 10) || 12;

function draw(title: string) {
  return async ({ input, ...order }: Order<Input>) => ({
    video: await makeWishedClip(order, {
      title,
      resolution: input.resolution,
      ratio: input.aspect_ratio,
      seconds: readSeconds(input.duration),
      hasSound: input.generate_audio,
      pictures: [
        ['image_url', input.image_url],
        ['end_image_url', input.end_image_url],
        ...listPictures('image_urls', input.image_urls),
      ],
    }),
    seed: order.seed,
  });
}

export const seedance2MiniImageToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.0/mini/image-to-video',
  medium: 'video',
  fields: { ...fields, ...images },
  ...clipTimes,
  steps: () => 0,
  make: draw('Seedance 2.0 Mini'),
});

export const seedance2MiniTextToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.0/mini/text-to-video',
  medium: 'video',
  fields,
  ...clipTimes,
  steps: () => 0,
  make: draw('Seedance 2.0 Mini · Text to video'),
});

export const seedance2FastImageToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.0/fast/image-to-video',
  medium: 'video',
  fields: { ...fields, ...images, ...bitrate },
  ...clipTimes,
  steps: () => 0,
  make: draw('Seedance 2.0 Fast'),
});

export const seedance25ImageToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.5/image-to-video',
  medium: 'video',
  fields: { ...fields25, ...images, aspect_ratio: choice(['auto'], 'auto') },
  ...clipTimes,
  steps: () => 0,
  make: draw('Seedance 2.5'),
});

export const seedance25TextToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.5/text-to-video',
  medium: 'video',
  fields: fields25,
  ...clipTimes,
  steps: () => 0,
  make: draw('Seedance 2.5 · Text to video'),
});

export const seedance2MiniReferenceToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.0/mini/reference-to-video',
  medium: 'video',
  fields: { ...fields, ...references },
  ...clipTimes,
  steps: () => 0,
  make: draw('Seedance 2.0 Mini · References'),
});

/** Changes a given video, or draws the subjects of the images when there is none. */
function drawReferences(title: string) {
  return async (
    order: Order<Omit<Input, 'resolution'> & { resolution: string; video_urls: readonly string[] }>,
  ) => {
    const { resolution, duration, generate_audio: hasSound } = order.input;
    const [url] = order.input.video_urls;
    const lines = resolution === '4k' ? ('2160p' as const) : (resolution as Input['resolution']);
    if (url === undefined) return draw(title)({ ...order, input: { ...order.input, resolution: lines } });
    const wish = { title, resolution: lines, seconds: readSeconds(duration), hasSound };
    return {
      video: await continueVideo(order, { field: 'video_urls', url }, wish),
      seed: order.seed,
    };
  };
}

export const seedance2ReferenceToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.0/reference-to-video',
  medium: 'video',
  fields: {
    ...fields,
    ...references,
    ...bitrate,
    resolution: choice(['480p', '720p', '1080p', '4k'], '720p'),
  },
  ...clipTimes,
  steps: () => 0,
  make: drawReferences('Seedance 2.0 · References'),
});

export const seedance25ReferenceToVideo = defineEndpoint({
  id: 'bytedance/seedance-2.5/reference-to-video',
  medium: 'video',
  fields: {
    ...fields25,
    ...references,
    task: choice(['reference', 'editing', 'extension'], 'reference'),
    seed: nullable(optionalInteger()),
  },
  ...clipTimes,
  steps: () => 0,
  make: drawReferences('Seedance 2.5 · References'),
});
