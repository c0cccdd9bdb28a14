import { clipTimes, listTexts, makeClip, makeWishedClip } from './clip.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, decimal, flag, nullable, optionalText, required, text, textList } from './fields.ts';
import { videoSize } from './wan-fields.ts';

const fields = {
  prompt: text(),
  duration: choice(listTexts(3, 15), '5'),
  generate_audio: flag(true),
  negative_prompt: text('blur, distort, and low quality'),
  cfg_scale: decimal({ min: 0, max: 1 }, 0.5),
  shot_type: choice(['customize', 'intelligent'], 'customize'),
};
const ratio = choice(['16:9', '9:16', '1:1'], '16:9');

type Text = { duration: string; generate_audio: boolean; aspect_ratio: string };

function fromText(resolution: '720p' | '1080p') {
  return async ({ input, prompt, seed, tools }: Order<Text>) => {
    const size = videoSize(resolution, input.aspect_ratio);
    const clip = { title: 'Kling 3.0 · Text to video', prompt, seed, tools, size };
    const { duration, generate_audio: hasSound } = input;
    return { video: await makeClip({ ...clip, seconds: Number(duration), hasSound }) };
  };
}

export const klingStandardTextToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/v3/standard/text-to-video',
  medium: 'video',
  fields: { ...fields, aspect_ratio: ratio },
  ...clipTimes,
  steps: () => 0,
  make: fromText('720p'),
});

export const klingProTextToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/v3/pro/text-to-video',
  medium: 'video',
  fields: { ...fields, aspect_ratio: ratio },
  ...clipTimes,
  steps: () => 0,
  make: fromText('1080p'),
});

type FromImage = {
  start_image_url: string;
  end_image_url: string | undefined;
  duration: string;
  generate_audio: boolean;
};

function fromImage(title: string) {
  return async ({ input, prompt, seed, tools }: Order<FromImage>) => {
    const first = await tools.loadImage('start_image_url', input.start_image_url);
    const last = input.end_image_url ? [await tools.loadImage('end_image_url', input.end_image_url)] : [];
    const size = videoSize('1080p', 'auto', first);
    const { duration, generate_audio: hasSound } = input;
    const photoPaths = [first, ...last].map(({ path }) => path);
    const clip = { title, prompt, seed, tools, size, photoPaths };
    return { video: await makeClip({ ...clip, seconds: Number(duration), hasSound }) };
  };
}

const images = { start_image_url: required(text()), end_image_url: nullable(optionalText()) };

export const klingProImageToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/v3/pro/image-to-video',
  medium: 'video',
  fields: { ...fields, ...images },
  ...clipTimes,
  steps: () => 0,
  make: fromImage('Kling 3.0 · Image to video'),
});

export const kling26ProImageToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/v2.6/pro/image-to-video',
  medium: 'video',
  fields: {
    prompt: required(text()),
    ...images,
    duration: choice(['5', '10'], '5'),
    generate_audio: flag(true),
    negative_prompt: text('blur, distort, and low quality'),
    voice_ids: textList(),
  },
  ...clipTimes,
  steps: () => 0,
  make: fromImage('Kling 2.6 · Image to video'),
});

export const klingTurboStandardImageToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/v3/turbo/standard/image-to-video',
  medium: 'video',
  fields: { prompt: text(), image_url: required(text()), duration: choice(listTexts(3, 15), '5') },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const seconds = Number(input.duration);
    const wish = { title: 'Kling 3.0 Turbo', resolution: '720p', seconds, hasSound: true } as const;
    return { video: await makeWishedClip(order, { ...wish, pictures: [['image_url', input.image_url]] }) };
  },
});
