import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, integer, required, text, textList } from './fields.ts';
import { fitRatio, plainImages } from './image-output.ts';

const longSide = 1024;

const fields = {
  prompt: required(text()),
  aspect_ratio: choice(['auto', '1:1', '4:3', '3:4', '16:9', '9:16', '3:2', '2:3'], 'auto'),
  num_images: integer({ min: 1, max: 4 }, 1),
  output_format: choice(['jpeg', 'png', 'webp'], 'png'),
};

type Input = { aspect_ratio: string; num_images: number; image_urls?: readonly string[] };

async function draw({ input, ...order }: Order<Input>, title: string) {
  const [first] = input.image_urls ?? [];
  const photo = first ? await order.tools.loadImage('image_urls', first) : undefined;
  const size = fitRatio(input.aspect_ratio, longSide, photo);
  const picture = { ...order, ...size, title, count: input.num_images, format: 'png' as const };
  const images = await plainImages({ ...picture, ...(photo ? { photoPath: photo.path } : {}) });
  return { images, description: '' };
}

const times = { queueMs: 900, runMs: 7_000, steps: () => 0 };

export const maiImage25 = defineEndpoint({
  id: 'microsoft/mai-image-2.5',
  medium: 'images',
  fields,
  ...times,
  make: (order) => draw(order, 'MAI Image 2.5'),
});

export const maiImage25Edit = defineEndpoint({
  id: 'microsoft/mai-image-2.5/edit',
  medium: 'images',
  fields: { ...fields, image_urls: required(textList()) },
  ...times,
  make: (order) => draw(order, 'MAI Image 2.5 · Edit'),
});
