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

export const qwenImage3 = defineEndpoint({
  ...qwenImage2,
  id: 'alibaba/qwen-image-3/text-to-image',
  fields: { ...qwenImage2.fields, num_images: integer({ min: 1, max: 6 }, 1) },
});

export const ideogramV4 = defineEndpoint({
  id: 'ideogram/v4',
  medium: 'images',
  fields: {
    ...fields,
    image_size: imageSize('square_hd'),
    output_format: choice(['jpeg', 'png'], 'jpeg'),
    rendering_speed: choice(['TURBO', 'BALANCED', 'QUALITY'], 'BALANCED'),
    expansion_model: choice(['None', 'Medium', 'Large'], 'Medium'),
  },
  queueMs: 900,
  runMs: 4_000,
  steps: () => 0,
  make: ({ input, ...order }) =>
    imageOutput({
      ...order,
      ...input.image_size,
      title: 'Ideogram 4',
      count: input.num_images,
      format: 'jpeg',
    }),
});
