import { clipTimes, continueVideo, listPictures, makeWishedClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, integer, nullable, optionalText, required, text, textList } from './fields.ts';

const fields = {
  resolution: choice(['480p', '720p', '1080p'], '1080p'),
  aspect_ratio: choice(['adaptive', '16:9', '4:3', '1:1', '3:4', '9:16'], 'adaptive'),
  duration: integer({ min: 2, max: 30 }, 5),
  audio: flag(true),
  enable_prompt_expansion: flag(true),
  enable_thinking: flag(false),
  seed: nullable(integer({ min: 0, max: 2_147_483_647 }, 0)),
  enable_safety_checker: flag(true),
};

export const wan30TextToVideo = defineEndpoint({
  id: 'alibaba/wan-3.0/text-to-video',
  medium: 'video',
  fields: { ...fields, prompt: required(text()) },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, aspect_ratio: ratio, duration, audio: hasSound } = input;
    const wish = { title: 'Wan 3.0 · Text to video', resolution, ratio, seconds: duration, hasSound };
    return { video: await makeWishedClip(order, wish), seed: order.seed, duration };
  },
});

export const wan30ImageToVideo = defineEndpoint({
  id: 'alibaba/wan-3.0/image-to-video',
  medium: 'video',
  fields: {
    ...fields,
    prompt: text(),
    start_image_url: required(text()),
    end_image_url: nullable(optionalText()),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, aspect_ratio: ratio, duration, audio: hasSound } = input;
    const video = await makeWishedClip(order, {
      title: 'Wan 3.0 · Image to video',
      resolution,
      ratio,
      seconds: duration,
      hasSound,
      pictures: [
        ['start_image_url', input.start_image_url],
        ['end_image_url', input.end_image_url],
      ],
    });
    return { video, seed: order.seed, duration };
  },
});

export const wan30ReferenceToVideo = defineEndpoint({
  id: 'alibaba/wan-3.0/reference-to-video',
  medium: 'video',
  fields: {
    ...fields,
    prompt: required(text()),
    reference_image_urls: textList(),
    reference_video_urls: textList(),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, aspect_ratio: ratio, duration, audio: hasSound } = input;
    const pictures = listPictures('reference_image_urls', input.reference_image_urls);
    const wish = { title: 'Wan 3.0 · References', resolution, seconds: duration, hasSound };
    const [url] = input.reference_video_urls;
    const video = url
      ? await continueVideo(order, { field: 'reference_video_urls', url }, wish)
      : await makeWishedClip(order, { ...wish, ratio, pictures });
    return { video, seed: order.seed, duration };
  },
});
