import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, integer, optionalInteger, required, text } from './fields.ts';
import { imageOutput } from './image-output.ts';
import { imageSize } from './image-size.ts';

export const stableDiffusion35 = defineEndpoint({
  id: 'fal-ai/stable-diffusion-v35-large',
  medium: 'images',
  fields: {
    prompt: required(text()),
    negative_prompt: text(),
    image_size: imageSize('landscape_4_3'),
    num_images: integer({ min: 1, max: 4 }, 1),
    num_inference_steps: integer({ min: 1, max: 50 }, 28),
    guidance_scale: decimal({ min: 0, max: 20 }, 3.5),
    seed: optionalInteger(),
    enable_safety_checker: flag(true),
    output_format: choice(['jpeg', 'png'], 'jpeg'),
    sync_mode: flag(false),
  },
  queueMs: 900,
  runMs: 4000,
  steps: (input) => input.num_inference_steps,
  make: ({ input, ...order }) =>
    imageOutput({
      ...order,
      ...input.image_size,
      title: 'Stable Diffusion 3.5',
      count: input.num_images,
      format: input.output_format,
    }),
});
