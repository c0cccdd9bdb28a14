import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, flag, integer, nullable, optionalInteger, required, text, textList } from './fields.ts';
import { fitRatio, plainImages } from './image-output.ts';

/** The long side of the pictures, in pixels. */
const longSides = { '0.5K': 512, '1K': 1024, '2K': 2048, '4K': 4096 } as const;
const ratios = ['auto', '21:9', '16:9', '3:2', '4:3', '5:4', '1:1', '4:5', '3:4', '2:3', '9:16'] as const;
const extremeRatios = ['4:1', '1:4', '8:1', '1:8'] as const;

const fields = {
  prompt: required(text()),
  num_images: integer({ min: 1, max: 4 }, 1),
  output_format: choice(['jpeg', 'png', 'webp'], 'png'),
  safety_tolerance: choice(['1', '2', '3', '4', '5', '6'], '4'),
  seed: nullable(optionalInteger()),
  sync_mode: flag(false),
  limit_generations: flag(true),
  enable_web_search: flag(false),
};
const proFields = {
  ...fields,
  resolution: choice(['1K', '2K', '4K'], '1K'),
  aspect_ratio: choice(ratios, '1:1'),
};
const secondFields = {
  ...fields,
  resolution: choice(['0.5K', '1K', '2K', '4K'], '1K'),
  aspect_ratio: choice([...ratios, ...extremeRatios], 'auto'),
};
const times = { queueMs: 900, runMs: 6000 };

type Input = {
  resolution: keyof typeof longSides;
  aspect_ratio: string;
  num_images: number;
  image_urls?: readonly string[];
};

async function draw({ input, ...order }: Order<Input>, title: string) {
  const [first] = input.image_urls ?? [];
  const photo = first ? await order.tools.loadImage('image_urls', first) : undefined;
  const images = await plainImages({
    ...order,
    title,
    count: input.num_images,
    format: 'png',
    ...fitRatio(input.aspect_ratio, longSides[input.resolution], photo),
    ...(photo ? { photoPath: photo.path } : {}),
  });
  return { images, description: '' };
}

export const nanoBanana2 = defineEndpoint({
  id: 'fal-ai/nano-banana-2',
  medium: 'images',
  fields: secondFields,
  ...times,
  steps: () => 0,
  make: (order) => draw(order, 'Nano Banana 2'),
});

export const nanoBanana2Edit = defineEndpoint({
  id: 'fal-ai/nano-banana-2/edit',
  medium: 'images',
  fields: { ...secondFields, image_urls: required(textList()) },
  ...times,
  steps: () => 0,
  make: (order) => draw(order, 'Nano Banana 2 · Edit'),
});

export const nanoBananaPro = defineEndpoint({
  id: 'fal-ai/nano-banana-pro',
  medium: 'images',
  fields: proFields,
  ...times,
  steps: () => 0,
  make: (order) => draw(order, 'Nano Banana Pro'),
});

export const nanoBananaProEdit = defineEndpoint({
  id: 'fal-ai/nano-banana-pro/edit',
  medium: 'images',
  fields: { ...proFields, image_urls: required(textList()) },
  ...times,
  steps: () => 0,
  make: (order) => draw(order, 'Nano Banana Pro · Edit'),
});

const { enable_web_search: _search, safety_tolerance: _tolerance, sync_mode: _mode, ...tokenFields } = fields;
const fields21 = {
  ...tokenFields,
  resolution: choice(['1K', '2K', '4K'], '1K'),
  aspect_ratio: choice([...ratios, ...extremeRatios], 'auto'),
};

export const nanoBanana21 = defineEndpoint({
  id: 'google/nano-banana-2.1',
  medium: 'images',
  fields: fields21,
  ...times,
  steps: () => 0,
  make: (order) => draw(order, 'Nano Banana 2.1'),
});

export const nanoBanana21Edit = defineEndpoint({
  id: 'google/nano-banana-2.1/edit',
  medium: 'images',
  fields: { ...fields21, image_urls: required(textList()) },
  ...times,
  steps: () => 0,
  make: (order) => draw(order, 'Nano Banana 2.1 · Edit'),
});
