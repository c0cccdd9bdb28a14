import { clipTimes, makeWishedClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, integer, nullable, optionalInteger, optionalText, required, text } from './fields.ts';

const fields = {
  resolution: choice(['360p', '540p', '720p', '1080p'], '720p'),
  duration: integer({ min: 1, max: 16 }, 5),
  audio: flag(true),
  seed: nullable(optionalInteger()),
};

export const viduQ3TextToVideo = defineEndpoint({
  id: 'fal-ai/vidu/q3/text-to-video',
  medium: 'video',
  fields: {
    ...fields,
    prompt: required(text()),
    aspect_ratio: choice(['16:9', '9:16', '4:3', '3:4', '1:1'], '16:9'),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, aspect_ratio: ratio, duration: seconds, audio: hasSound } = input;
    const wish = { title: 'Vidu Q3 · Text to video', resolution, ratio, seconds, hasSound };
    return { video: await makeWishedClip(order, wish) };
  },
});

export const viduQ3ImageToVideo = defineEndpoint({
  id: 'fal-ai/vidu/q3/image-to-video',
  medium: 'video',
  fields: { ...fields, prompt: text(), image_url: required(text()), end_image_url: nullable(optionalText()) },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const video = await makeWishedClip(order, {
      title: 'Vidu Q3 · Image to video',
      resolution: input.resolution,
      seconds: input.duration,
      hasSound: input.audio,
      pictures: [
        ['image_url', input.image_url],
        ['end_image_url', input.end_image_url],
      ],
    });
    return { video };
  },
});
