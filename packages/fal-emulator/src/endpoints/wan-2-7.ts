import { clipTimes, listTexts, makeClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
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
import { imageSize, plainImages } from './image-output.ts';
import { videoSize } from './wan-fields.ts';

const fields = {
  negative_prompt: text(),
  resolution: choice(['720p', '1080p'], '1080p'),
  duration: choice(listTexts(2, 15), '5'),
  enable_safety_checker: flag(true),
  seed: nullable(optionalInteger()),
};
const ratio = choice(['16:9', '9:16', '1:1', '4:3', '3:4'], '16:9');

export const wan27TextToVideo = defineEndpoint({
  id: 'fal-ai/wan/v2.7/text-to-video',
  medium: 'video',
  fields: {
    ...fields,
    prompt: required(text()),
    aspect_ratio: ratio,
    enable_prompt_expansion: flag(true),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const size = videoSize(input.resolution, input.aspect_ratio);
    const seconds = Number(input.duration);
    const title = 'Wan 2.7 · Text to video';
    return { video: await makeClip({ title, prompt, seed, tools, size, seconds, hasSound: true }), seed };
  },
});

export const wan27ImageToVideo = defineEndpoint({
  id: 'fal-ai/wan/v2.7/image-to-video',
  medium: 'video',
  fields: {
    ...fields,
    prompt: text(),
    image_url: required(text()),
    end_image_url: nullable(optionalText()),
    enable_prompt_expansion: flag(true),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const first = await tools.loadImage('image_url', input.image_url);
    const last = input.end_image_url ? [await tools.loadImage('end_image_url', input.end_image_url)] : [];
    const size = videoSize(input.resolution, 'auto', first);
    const clip = { title: 'Wan 2.7 · Image to video', prompt, seed, tools, size, hasSound: false };
    const photoPaths = [first, ...last].map(({ path }) => path);
    return { video: await makeClip({ ...clip, seconds: Number(input.duration), photoPaths }), seed };
  },
});

export const wan27ReferenceToVideo = defineEndpoint({
  id: 'fal-ai/wan/v2.7/reference-to-video',
  medium: 'video',
  fields: {
    ...fields,
    prompt: required(text()),
    duration: choice(listTexts(2, 10), '5'),
    aspect_ratio: ratio,
    reference_image_urls: required(textList()),
    multi_shots: flag(false),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const photoPaths: string[] = [];
    for (const url of input.reference_image_urls)
      photoPaths.push((await tools.loadImage('reference_image_urls', url)).path);
    const size = videoSize(input.resolution, input.aspect_ratio);
    const clip = { title: 'Wan 2.7 · Reference to video', prompt, seed, tools, size, hasSound: false };
    return { video: await makeClip({ ...clip, seconds: Number(input.duration), photoPaths }), seed };
  },
});

export const wan27TextToImage = defineEndpoint({
  id: 'fal-ai/wan/v2.7/text-to-image',
  medium: 'images',
  fields: {
    prompt: required(text()),
    negative_prompt: text(),
    image_size: imageSize('square_hd'),
    max_images: integer({ min: 1, max: 5 }, 1),
    enable_safety_checker: flag(true),
    seed: nullable(optionalInteger()),
  },
  queueMs: 900,
  runMs: 5000,
  steps: () => 0,
  async make({ input, ...order }) {
    const images = await plainImages({
      ...order,
      ...input.image_size,
      title: 'Wan 2.7 · Image',
      count: input.max_images,
      format: 'png',
    });
    return { images, seed: order.seed };
  },
});
