import type { InputFile } from '../load-input.ts';
import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, flag, integer, nullable, optionalInteger, required, text, textList } from './fields.ts';
import { plainImages } from './image-output.ts';

/** Every preset is larger than those of other models. */
const sizes = {
  square_hd: [2048, 2048],
  square: [2048, 2048],
  portrait_4_3: [1728, 2304],
  portrait_16_9: [1440, 2560],
  landscape_4_3: [2304, 1728],
  landscape_16_9: [2560, 1440],
  auto_2K: [2048, 2048],
  auto_4K: [4096, 4096],
} as const;
type Preset = keyof typeof sizes;

const fields = {
  prompt: required(text()),
  image_size: choice(Object.keys(sizes) as Preset[], 'auto_2K'),
  num_images: integer({ min: 1, max: 6 }, 1),
  max_images: integer({ min: 1, max: 6 }, 1),
  enable_safety_checker: flag(true),
  seed: nullable(optionalInteger()),
  sync_mode: flag(false),
};
const times = { queueMs: 900, runMs: 6000 };

/** The automatic sizes follow an input's ratio. */
function chooseSize(preset: Preset, photo?: InputFile) {
  const [width, height] = sizes[preset];
  if (!photo || !preset.startsWith('auto')) return { width, height };
  const scale = Math.sqrt((width * height) / (photo.width * photo.height));
  return { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) };
}

export const seedream45 = defineEndpoint({
  id: 'fal-ai/bytedance/seedream/v4.5/text-to-image',
  medium: 'images',
  fields,
  ...times,
  steps: () => 0,
  async make({ input, ...order }) {
    const size = chooseSize(input.image_size);
    const picture = { ...order, ...size, title: 'Seedream 4.5', count: input.num_images };
    return { images: await plainImages({ ...picture, format: 'png' }), seed: order.seed };
  },
});

export const seedream45Edit = defineEndpoint({
  id: 'fal-ai/bytedance/seedream/v4.5/edit',
  medium: 'images',
  fields: { ...fields, image_urls: required(textList()) },
  ...times,
  steps: () => 0,
  async make({ input, ...order }) {
    const photos: InputFile[] = [];
    for (const url of input.image_urls) photos.push(await order.tools.loadImage('image_urls', url));
    const size = chooseSize(input.image_size, photos[0]);
    const picture = { ...order, ...size, title: 'Seedream 4.5 · Edit', count: input.num_images };
    return { images: await plainImages({ ...picture, format: 'png', photoPath: photos[0]?.path }) };
  },
});

const sizes5 = { ...sizes, auto_1K: [1024, 1024], auto_2K: [2048, 2048] } as const;
const presets5 = Object.keys(sizes5).filter((name) => name !== 'auto_4K') as (keyof typeof sizes5)[];

const fields5 = {
  prompt: required(text()),
  image_size: choice(presets5, 'auto_2K'),
  num_images: integer({ min: 1, max: 6 }, 1),
  output_format: choice(['jpeg', 'png'], 'jpeg'),
  enable_safety_checker: flag(true),
};

type Input5 = { image_size: keyof typeof sizes5; num_images: number; image_urls?: readonly string[] };

async function draw5({ input, ...order }: Order<Input5>, title: string) {
  const [first] = input.image_urls ?? [];
  const photo = first ? await order.tools.loadImage('image_urls', first) : undefined;
  const [width, height] = sizes5[input.image_size];
  const picture = { ...order, title, count: input.num_images, format: 'jpeg' as const, width, height };
  return { images: await plainImages({ ...picture, ...(photo ? { photoPath: photo.path } : {}) }) };
}

export const seedream5Flash = defineEndpoint({
  id: 'bytedance/seedream/v5/flash/text-to-image',
  medium: 'images',
  fields: fields5,
  ...times,
  steps: () => 0,
  make: (order) => draw5(order, 'Seedream 5 Flash'),
});

export const seedream5Pro = defineEndpoint({
  id: 'bytedance/seedream/v5/pro/text-to-image',
  medium: 'images',
  fields: fields5,
  ...times,
  steps: () => 0,
  make: (order) => draw5(order, 'Seedream 5 Pro'),
});

export const seedream5ProEdit = defineEndpoint({
  id: 'bytedance/seedream/v5/pro/edit',
  medium: 'images',
  fields: { ...fields5, image_urls: required(textList()) },
  ...times,
  steps: () => 0,
  make: (order) => draw5(order, 'Seedream 5 Pro · Edit'),
});

export const seedream5FlashEdit = defineEndpoint({
  id: 'bytedance/seedream/v5/flash/edit',
  medium: 'images',
  fields: { ...fields5, image_urls: required(textList()) },
  ...times,
  steps: () => 0,
  make: (order) => draw5(order, 'Seedream 5 Flash · Edit'),
});
