import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, integer, nullable, optionalInteger, required, text } from './fields.ts';
import { imageOutput, imageSize, plainImages } from './image-output.ts';

const fields = {
  prompt: required(text()),
  num_images: integer({ min: 1, max: 4 }, 1),
  enable_safety_checker: flag(true),
  output_format: choice(['jpeg', 'png', 'webp'], 'png'),
  seed: nullable(optionalInteger()),
  sync_mode: flag(false),
};

export const zImageTurbo = defineEndpoint({
  id: 'fal-ai/z-image/turbo',
  medium: 'images',
  fields: {
    ...fields,
    image_size: imageSize('landscape_4_3'),
    num_inference_steps: integer({ min: 1, max: 8 }, 8),
    acceleration: choice(['none', 'regular', 'high'], 'regular'),
    enable_prompt_expansion: flag(false),
  },
  queueMs: 600,
  runMs: 1400,
  steps: (input) => input.num_inference_steps,
  make: ({ input, ...order }) =>
    imageOutput({
      ...order,
      ...input.image_size,
      title: 'Z-Image Turbo',
      count: input.num_images,
      format: 'png',
    }),
});

export const qwenImage2 = defineEndpoint({
  id: 'fal-ai/qwen-image-2/text-to-image',
  medium: 'images',
  fields: {
    ...fields,
    image_size: imageSize('square_hd'),
    negative_prompt: text(),
    enable_prompt_expansion: flag(true),
  },
  queueMs: 900,
  runMs: 4000,
  steps: () => 0,
  async make({ input, ...order }) {
    const picture = { ...order, ...input.image_size, title: 'Qwen Image 2', count: input.num_images };
    return { images: await plainImages({ ...picture, format: 'png' }), seed: order.seed };
  },
});
