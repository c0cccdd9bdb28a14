import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, decimal, flag, integer } from './fields.ts';
import { type Resolution, videoSize, wanAcceleration, wanFields, wanTimes } from './wan-fields.ts';

/** x264 quality for fal's `video_quality`. */
const qualities = { low: 30, medium: 27, high: 24, maximum: 19 } as const;

const fields = {
  ...wanFields,
  num_frames: integer({ min: 17, max: 161 }, 81),
  aspect_ratio: choice(['16:9', '9:16', '1:1'], '16:9'),
  guidance_scale: decimal({ min: 1, max: 10 }, 3.5),
  shift: decimal({ min: 1, max: 10 }, 5),
  enable_output_safety_checker: flag(false),
  interpolator_model: choice(['none', 'film', 'rife'], 'film'),
  adjust_fps_for_interpolation: flag(true),
  video_quality: choice(['low', 'medium', 'high', 'maximum'], 'high'),
  video_write_mode: choice(['fast', 'balanced', 'small'], 'balanced'),
};

export const wan22FiveB = defineEndpoint({
  id: 'fal-ai/wan/v2.2-5b/text-to-video',
  medium: 'video',
  fields: {
    ...fields,
    frames_per_second: integer({ min: 4, max: 60 }, 24),
    resolution: choice(['580p', '720p'], '720p'),
    num_inference_steps: integer({ min: 2, max: 50 }, 40),
    num_interpolated_frames: integer({ min: 0, max: 4 }, 0),
  },
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  make: (order) => makeVideo(order, 'Wan 2.2 · 5B'),
});

export const wan22A14b = defineEndpoint({
  id: 'fal-ai/wan/v2.2-a14b/text-to-video',
  medium: 'video',
  fields: {
    ...fields,
    frames_per_second: integer({ min: 4, max: 60 }, 16),
    resolution: choice(['480p', '580p', '720p'], '720p'),
    num_inference_steps: integer({ min: 2, max: 40 }, 27),
    guidance_scale_2: decimal({ min: 1, max: 10 }, 4),
    acceleration: wanAcceleration,
    num_interpolated_frames: integer({ min: 0, max: 4 }, 1),
  },
  ...wanTimes,
  steps: (input) => input.num_inference_steps,
  make: (order) => makeVideo(order, 'Wan 2.2 · A14B'),
});

type Wan22Input = {
  num_frames: number;
  frames_per_second: number;
  resolution: Resolution;
  aspect_ratio: string;
  interpolator_model: string;
  num_interpolated_frames: number;
  adjust_fps_for_interpolation: boolean;
  enable_prompt_expansion: boolean;
  video_quality: keyof typeof qualities;
};

async function makeVideo({ input, prompt, seed, tools }: Order<Wan22Input>, title: string) {
  // Interpolated frames make the video smoother or, without the fps adjustment, longer.
  const factor = input.interpolator_model === 'none' ? 1 : input.num_interpolated_frames + 1;
  const video = await tools.video({
    ...videoSize(input.resolution, input.aspect_ratio),
    fps: input.frames_per_second * (input.adjust_fps_for_interpolation ? factor : 1),
    frameCount: input.num_frames * factor,
    quality: qualities[input.video_quality],
    seed,
    caption: { title, prompt, footer: `Local preview · seed ${seed}` },
  });
  return {
    video,
    seed,
    prompt: input.enable_prompt_expansion ? `${prompt}, cinematic light, fine detail` : prompt,
  };
}
