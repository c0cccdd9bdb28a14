import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag } from './fields.ts';
import { videoSize } from './video-size.ts';
import { wan21Fps, wan21Frames, wan21Steps, wanFields, wanTimes } from './wan-fields.ts';

export const wanT2v = defineEndpoint({
  id: 'fal-ai/wan-t2v',
  medium: 'video',
  fields: {
    ...wanFields,
    num_frames: wan21Frames,
    frames_per_second: wan21Fps,
    resolution: choice(['480p', '580p', '720p'], '720p'),
    aspect_ratio: choice(['16:9', '9:16'], '16:9'),
    num_inference_steps: wan21Steps,
    turbo_mode: flag(false),
  },
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  async make({ input, prompt, seed, tools }) {
    const video = await tools.video({
      ...videoSize(input.resolution, input.aspect_ratio),
      fps: input.frames_per_second,
      frameCount: input.num_frames,
      seed,
      caption: { title: 'Wan 2.1 · Text to video', prompt, footer: `Local preview · seed ${seed}` },
    });
    return { video, seed };
  },
});
