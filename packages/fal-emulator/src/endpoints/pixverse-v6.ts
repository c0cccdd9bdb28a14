import { clipTimes, continueVideo, makeClip, makeWishedClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, integer, nullable, optionalInteger, optionalText, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

const fields = {
  duration: integer({ min: 1, max: 15 }, 5),
  generate_audio_switch: flag(false),
  generate_multi_clip_switch: flag(false),
  negative_prompt: text(),
  prompt: required(text()),
  resolution: choice(['360p', '540p', '720p', '1080p'], '720p'),
  seed: nullable(optionalInteger()),
  style: choice(['anime', '3d_animation', 'clay', 'comic', 'cyberpunk'], 'anime'),
  thinking_type: choice(['enabled', 'disabled', 'auto'], 'enabled'),
};

const ratio = {
  aspect_ratio: choice(['16:9', '4:3', '1:1', '3:4', '9:16', '2:3', '3:2', '21:9'], '16:9'),
};

export const pixverseV6TextToVideo = defineEndpoint({
  id: 'fal-ai/pixverse/v6/text-to-video',
  medium: 'video',
  fields: { ...fields, ...ratio },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const clip = {
      title: 'PixVerse 6',
      prompt,
      seed,
      tools,
      size: videoSize(input.resolution, input.aspect_ratio),
    };
    const video = await makeClip({
      ...clip,
      seconds: input.duration,
      hasSound: input.generate_audio_switch,
    });
    return { video };
  },
});

export const pixverseV6ImageToVideo = defineEndpoint({
  id: 'fal-ai/pixverse/v6/image-to-video',
  medium: 'video',
  fields: { ...fields, image_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, duration: seconds, generate_audio_switch: hasSound } = input;
    const wish = { title: 'PixVerse 6', resolution, seconds, hasSound };
    return { video: await makeWishedClip(order, { ...wish, pictures: [['image_url', input.image_url]] }) };
  },
});

export const pixverseV6Transition = defineEndpoint({
  id: 'fal-ai/pixverse/v6/transition',
  medium: 'video',
  fields: {
    ...fields,
    ...ratio,
    first_image_url: required(text()),
    end_image_url: nullable(optionalText()),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, ...order }) {
    const { resolution, duration: seconds, generate_audio_switch: hasSound, aspect_ratio } = input;
    const video = await makeWishedClip(order, {
      title: 'PixVerse 6 · Transition',
      resolution,
      ratio: aspect_ratio,
      seconds,
      hasSound,
      pictures: [
        ['first_image_url', input.first_image_url],
        ['end_image_url', input.end_image_url],
      ],
    });
    return { video };
  },
});

const { generate_multi_clip_switch: _clips, thinking_type: _thinking, ...extendFields } = fields;

export const pixverseV6Extend = defineEndpoint({
  id: 'fal-ai/pixverse/v6/extend',
  medium: 'video',
  fields: { ...extendFields, video_url: required(text()) },
  ...clipTimes,
  steps: () => 0,
  async make(order) {
    const { resolution, duration, generate_audio_switch: hasSound, video_url } = order.input;
    const wish = { title: 'PixVerse 6 · Extend', resolution, seconds: duration, hasSound };
    return { video: await continueVideo(order, { field: 'video_url', url: video_url }, wish) };
  },
});
