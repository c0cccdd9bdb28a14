import { defineEndpoint } from './define-endpoint.ts';
import { choice, flag, required, text } from './fields.ts';
import { imageOutput, imageSize, plainImages } from './image-output.ts';

export const recraftV3 = defineEndpoint({
  id: 'fal-ai/recraft/v3/text-to-image',
  medium: 'images',
  fields: {
    enable_safety_checker: flag(false),
    image_size: imageSize('square_hd'),
    prompt: required(text()),
    style: choice(
      [
        'any',
        'realistic_image',
        'digital_illustration',
        'vector_illustration',
        'realistic_image/b_and_w',
        'realistic_image/enterprise',
        'realistic_image/hard_flash',
        'realistic_image/hdr',
        'realistic_image/motion_blur',
        'realistic_image/natural_light',
        'realistic_image/studio_portrait',
        'digital_illustration/2d_art_poster',
        'digital_illustration/2d_art_poster_2',
        'digital_illustration/3d',
        'digital_illustration/80s',
        'digital_illustration/engraving_color',
        'digital_illustration/glow',
        'digital_illustration/grain',
        'digital_illustration/hand_drawn',
        'digital_illustration/hand_drawn_outline',
        'digital_illustration/handmade_3d',
        'digital_illustration/infantile_sketch',
        'digital_illustration/kawaii',
        'digital_illustration/pixel_art',
        'digital_illustration/psychedelic',
        'digital_illustration/seamless',
        'digital_illustration/voxel',
        'digital_illustration/watercolor',
        'vector_illustration/cartoon',
        'vector_illustration/doodle_line_art',
        'vector_illustration/engraving',
        'vector_illustration/flat_2',
        'vector_illustration/kawaii',
        'vector_illustration/line_art',
        'vector_illustration/line_circuit',
        'vector_illustration/linocut',
        'vector_illustration/seamless',
      ],
      'realistic_image',
    ),
    style_id: text(),
  },
  queueMs: 1_000,
  runMs: 5_000,
  steps: () => 0,
  async make({ input, ...order }) {
    const made = await imageOutput({
      ...order,
      ...input.image_size,
      title: 'Recraft V3',
      count: 1,
      format: 'jpeg',
    });
    return { images: made.images };
  },
});

export const recraftV41 = defineEndpoint({
  id: 'fal-ai/recraft/v4.1/text-to-image',
  medium: 'images',
  fields: { enable_safety_checker: flag(true), image_size: imageSize('square_hd'), prompt: required(text()) },
  queueMs: 1_000,
  runMs: 5_000,
  steps: () => 0,
  async make({ input, ...order }) {
    const picture = { ...order, ...input.image_size, title: 'Recraft 4.1', count: 1 };
    return { images: await plainImages({ ...picture, format: 'png' }) };
  },
});
