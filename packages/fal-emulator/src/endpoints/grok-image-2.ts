import { defineEndpoint } from './define-endpoint.ts';
import { choice, integer, required, text } from './fields.ts';
import { fitRatio, plainImages } from './image-output.ts';

export const grokImage2 = defineEndpoint({
  id: 'xai/grok-imagine-image/v2.0/text-to-image',
  medium: 'images',
  fields: {
    prompt: required(text()),
    num_images: integer({ min: 1, max: 4 }, 1),
    aspect_ratio: choice(
      ['2:1', '20:9', '19.5:9', '16:9', '4:3', '3:2', '1:1', '2:3', '3:4', '9:16', '9:19.5', '9:20', '1:2'],
      '1:1',
    ),
    resolution: choice(['1k', '2k'], '1k'),
    quality: choice(['low', 'medium'], 'medium'),
    output_format: choice(['jpeg', 'png', 'webp'], 'jpeg'),
  },
  queueMs: 1_000,
  runMs: 5_000,
  steps: () => 0,
  async make({ input, ...order }) {
    const size = fitRatio(input.aspect_ratio, input.resolution === '2k' ? 2048 : 1024);
    const picture = { ...order, ...size, title: 'Grok Image 2.0', count: input.num_images };
    return { images: await plainImages({ ...picture, format: 'jpeg' }) };
  },
});
