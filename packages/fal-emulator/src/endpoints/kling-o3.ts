import { clipTimes, listPictures, listTexts, makeWishedClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, nullable, optionalText, text, textList } from './fields.ts';

export const klingO3ProReferenceToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/o3/pro/reference-to-video',
  medium: 'video',
  fields: {
    prompt: optionalText(),
    image_urls: textList(),
    start_image_url: nullable(optionalText()),
    end_image_url: nullable(optionalText()),
    duration: choice(listTexts(3, 15), '5'),
    aspect_ratio: choice(['16:9', '9:16', '1:1'], '16:9'),
    generate_audio: flag(false),
    shot_type: text('customize'),
  },
  ...clipTimes,
  steps: () => 0,
  make: async ({ input, ...order }) => ({
    video: await makeWishedClip(order, {
      title: 'Kling O3 Pro · References',
      resolution: '1080p',
      ratio: input.aspect_ratio,
      seconds: Number(input.duration),
      hasSound: input.generate_audio,
      pictures: listPictures('image_urls', input.image_urls),
    }),
  }),
});
