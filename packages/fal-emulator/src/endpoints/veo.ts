import { clipTimes, makeClip } from './clip.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, nullable, optionalInteger, required, text } from './fields.ts';
import { videoSize } from './wan-fields.ts';

const fields = {
  prompt: required(text()),
  resolution: choice(['720p', '1080p'], '720p'),
  duration: choice(['4s', '6s', '8s'], '8s'),
  generate_audio: flag(true),
  negative_prompt: text(),
  seed: nullable(optionalInteger()),
  auto_fix: flag(true),
  safety_tolerance: choice(['1', '2', '3', '4', '5', '6'], '4'),
};

function fromText(id: string, title: string) {
  return defineEndpoint({
    id,
    medium: 'video',
    fields: { ...fields, aspect_ratio: choice(['16:9', '9:16'], '16:9') },
    ...clipTimes,
    steps: () => 0,
    async make({ input, prompt, seed, tools }) {
      const size = videoSize(input.resolution, input.aspect_ratio);
      const seconds = Number.parseInt(input.duration, 10);
      return {
        video: await makeClip({ title, prompt, seed, tools, size, seconds, hasSound: input.generate_audio }),
      };
    },
  });
}

export const veo31 = fromText('fal-ai/veo3.1', 'Veo 3.1');
export const veo31Fast = fromText('fal-ai/veo3.1/fast', 'Veo 3.1 Fast');
export const veo31Lite = fromText('fal-ai/veo3.1/lite', 'Veo 3.1 Lite');

export const veo31FastImageToVideo = defineEndpoint({
  id: 'fal-ai/veo3.1/fast/image-to-video',
  medium: 'video',
  fields: {
    ...fields,
    image_url: required(text()),
    aspect_ratio: choice(['auto', '16:9', '9:16'], 'auto'),
    auto_fix: flag(false),
  },
  ...clipTimes,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const size = videoSize(input.resolution, input.aspect_ratio, image);
    const clip = { title: 'Veo 3.1 Fast · Image to video', prompt, seed, tools, size };
    const seconds = Number.parseInt(input.duration, 10);
    const video = { ...clip, seconds, hasSound: input.generate_audio, photoPaths: [image.path] };
    return { video: await makeClip(video) };
  },
});
