import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, integer, nullable, optionalInteger, required, text } from './fields.ts';
import { imageOutput, imageSize } from './image-output.ts';

const fluxFields = {
  prompt: required(text()),
  num_images: integer({ min: 1, max: 4 }, 1),
  guidance_scale: decimal({ min: 1, max: 20 }, 3.5),
  seed: nullable(optionalInteger()),
  enable_safety_checker: flag(true),
  output_format: choice(['jpeg', 'png'], 'jpeg'),
  acceleration: choice(['none', 'regular', 'high'], 'none'),
  sync_mode: flag(false),
};

export const fluxDev = defineEndpoint({
  id: 'fal-ai/flux/dev',
  medium: 'images',
  fields: {
    ...fluxFields,
    image_size: imageSize('landscape_4_3'),
    num_inference_steps: integer({ min: 1, max: 50 }, 28),
  },
  queueMs: 900,
  runMs: 3000,
  steps: (input) => input.num_inference_steps,
  make: ({ input, ...order }) =>
    imageOutput({
      ...order,
      ...input.image_size,
      title: 'FLUX.1 dev',
      count: input.num_images,
      format: input.output_format,
    }),
});

export const fluxSchnell = defineEndpoint({
  id: 'fal-ai/flux/schnell',
  medium: 'images',
  fields: {
    ...fluxFields,
    image_size: imageSize('landscape_4_3'),
    num_inference_steps: integer({ min: 1, max: 12 }, 4),
  },
  queueMs: 600,
  runMs: 1400,
  steps: (input) => input.num_inference_steps,
  make: ({ input, ...order }) =>
    imageOutput({
      ...order,
      ...input.image_size,
      title: 'FLUX.1 schnell',
      count: input.num_images,
      format: input.output_format,
    }),
});

export const fluxDevImageToImage = defineEndpoint({
  id: 'fal-ai/flux/dev/image-to-image',
  medium: 'images',
  fields: {
    ...fluxFields,
    image_url: required(text()),
    strength: decimal({ min: 0.01, max: 1 }, 0.95),
    num_inference_steps: integer({ min: 10, max: 50 }, 40),
  },
  queueMs: 900,
  runMs: 3400,
  steps: (input) => input.num_inference_steps,
  async make({ input, ...order }) {
    const image = await order.tools.loadImage('image_url', input.image_url);
    const title = 'FLUX.1 dev · Image to image';
    const size = { width: image.width, height: image.height, photoPath: image.path };
    return imageOutput({ ...order, ...size, title, count: input.num_images, format: input.output_format });
  },
});

export const janus = defineEndpoint({
  id: 'fal-ai/janus',
  medium: 'images',
  fields: {
    prompt: required(text()),
    image_size: imageSize('square'),
    num_images: integer({ min: 1, max: 16 }, 1),
    temperature: decimal({ min: 0.1, max: 2 }, 1),
    cfg_weight: decimal({ min: 1, max: 20 }, 5),
    seed: optionalInteger(),
    enable_safety_checker: flag(true),
  },
  queueMs: 900,
  runMs: 4000,
  steps: () => 0,
  make: ({ input, ...order }) =>
    imageOutput({
      ...order,
      ...input.image_size,
      title: 'Janus Pro',
      count: input.num_images,
      format: 'jpeg',
    }),
});

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
