import { defineEndpoint } from './define-endpoint.ts';
import { decimal, flag, integer, optionalInteger, required, text } from './fields.ts';
import { imageOutput } from './image-output.ts';
import { imageSize } from './image-size.ts';

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
