import { clipTimes, makeClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

export const klingV25TurboProImageToVideo = defineEndpoint({
  id: 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video',
  medium: 'video',
  fields: {
    cfg_scale: decimal({ min: 0, max: 1 }, 0.5),
    duration: choice(['5', '10'], '5'),
    image_url: required(text()),
    negative_prompt: text('blur, distort, and low quality'),
    prompt: required(text()),
    tail_image_url: text(),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const clip = {
      title: 'Kling 2.5 Turbo · Image to video',
      prompt,
      seed,
      tools,
      size: videoSize('1080p', 'auto', image),
      photoPaths: [image.path],
    };
    const video = await makeClip({
      ...clip,
      seconds: Number.parseInt(String(input.duration), 10),
      hasSound: false,
    });
    return { video };
  },
});
