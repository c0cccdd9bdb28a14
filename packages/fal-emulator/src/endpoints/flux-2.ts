import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, integer, nullable, optionalInteger, required, text } from './fields.ts';
import { imageOutput, imageSize, plainImages } from './image-output.ts';

export const flux2 = defineEndpoint({
  id: 'fal-ai/flux-2',
  medium: 'images',
  fields: {
    prompt: required(text()),
    image_size: imageSize('landscape_4_3'),
    num_images: integer({ min: 1, max: 4 }, 1),
    num_inference_steps: integer({ min: 4, max: 50 }, 28),
    guidance_scale: decimal({ min: 0, max: 20 }, 2.5),
    enable_prompt_expansion: flag(false),
    enable_safety_checker: flag(true),
    acceleration: choice(['none', 'regular', 'high'], 'regular'),
    output_format: choice(['jpeg', 'png', 'webp'], 'png'),
    seed: nullable(optionalInteger()),
    sync_mode: flag(false),
  },
  queueMs: 900,
  runMs: 3500,
  steps: (input) => input.num_inference_steps,
  make: ({ input, ...order }) =>
    imageOutput({ ...order, ...input.image_size, title: 'FLUX.2', count: input.num_images, format: 'png' }),
});

export const flux2Pro = defineEndpoint({
  id: 'fal-ai/flux-2-pro',
  medium: 'images',
  fields: {
    prompt: required(text()),
    image_size: imageSize('landscape_4_3'),
    enable_safety_checker: flag(true),
    safety_tolerance: choice(['1', '2', '3', '4', '5'], '2'),
    output_format: choice(['jpeg', 'png'], 'jpeg'),
    seed: nullable(optionalInteger()),
    sync_mode: flag(false),
  },
  queueMs: 900,
  runMs: 4500,
  steps: () => 0,
  async make({ input, ...order }) {
    const { output_format: format, image_size: size } = input;
    const images = await plainImages({ ...order, ...size, title: 'FLUX.2 pro', count: 1, format });
    return { images, seed: order.seed };
  },
});

export const flux2Turbo = defineEndpoint({
  id: 'fal-ai/flux-2/turbo',
  medium: 'images',
  fields: {
    prompt: required(text()),
    image_size: imageSize('landscape_4_3'),
    num_images: integer({ min: 1, max: 4 }, 1),
    guidance_scale: decimal({ min: 0, max: 20 }, 2.5),
    enable_prompt_expansion: flag(false),
    enable_safety_checker: flag(true),
    output_format: choice(['jpeg', 'png', 'webp'], 'png'),
    seed: nullable(optionalInteger()),
    sync_mode: flag(false),
  },
  queueMs: 900,
  runMs: 1500,
  steps: () => 0,
  make: ({ input, ...order }) =>
    imageOutput({
      ...order,
      ...input.image_size,
      title: 'FLUX.2 turbo',
      count: input.num_images,
      format: 'png',
    }),
});
