import { defineEndpoint, type Order } from './define-endpoint.ts';
import { choice, integer, nullable, optionalText, required, text, textList } from './fields.ts';
import { plainImages } from './image-output.ts';

const sizes = {
  square_hd: [1024, 1024],
  square: [1024, 1024],
  portrait_4_3: [768, 1024],
  portrait_16_9: [720, 1280],
  landscape_4_3: [1024, 768],
  landscape_16_9: [1280, 720],
  auto: [1024, 1024],
} as const;
type Size = keyof typeof sizes;

const rest = {
  prompt: required(text()),
  background: choice(['auto', 'transparent', 'opaque'], 'auto'),
  output_format: choice(['png', 'jpeg', 'webp'], 'png'),
};
const fields2 = {
  ...rest,
  quality: choice(['auto', 'low', 'medium', 'high'], 'high'),
  num_images: integer({ min: 1, max: 4 }, 1),
};
const fields25 = {
  ...rest,
  quality: choice(['auto', 'low', 'medium', 'high', 'xhigh', 'max'], 'high'),
  num_images: integer({ min: 1, max: 10 }, 1),
};
const size = { image_size: choice(Object.keys(sizes) as Size[], 'landscape_4_3') };
const images = {
  image_size: choice(Object.keys(sizes) as Size[], 'auto'),
  image_urls: required(textList()),
  mask_url: nullable(optionalText()),
};

type Input = { image_size: Size; num_images: number; image_urls?: readonly string[] };

async function draw({ input, ...order }: Order<Input>, title: string) {
  const [first] = input.image_urls ?? [];
  const photo = first ? await order.tools.loadImage('image_urls', first) : undefined;
  const [width, height] = sizes[input.image_size];
  const picture = { ...order, title, count: input.num_images, format: 'png' as const, width, height };
  return { images: await plainImages({ ...picture, ...(photo ? { photoPath: photo.path } : {}) }) };
}

const times = { queueMs: 900, runMs: 7_000, steps: () => 0 };

export const gptImage25Flare = defineEndpoint({
  id: 'openai/gpt-image-2.5/flare/text-to-image',
  medium: 'images',
  fields: { ...fields25, ...size },
  ...times,
  make: (order) => draw(order, 'GPT Image 2.5 Flare'),
});

export const gptImage25FlareEdit = defineEndpoint({
  id: 'openai/gpt-image-2.5/flare/edit',
  medium: 'images',
  fields: { ...fields25, ...images },
  ...times,
  make: (order) => draw(order, 'GPT Image 2.5 Flare · Edit'),
});

export const gptImage25Sunburst = defineEndpoint({
  id: 'openai/gpt-image-2.5/sunburst/text-to-image',
  medium: 'images',
  fields: { ...fields25, ...size },
  ...times,
  make: (order) => draw(order, 'GPT Image 2.5 Sunburst'),
});

export const gptImage25SunburstEdit = defineEndpoint({
  id: 'openai/gpt-image-2.5/sunburst/edit',
  medium: 'images',
  fields: { ...fields25, ...images },
  ...times,
  make: (order) => draw(order, 'GPT Image 2.5 Sunburst · Edit'),
});

export const gptImage2 = defineEndpoint({
  id: 'openai/gpt-image-2',
  medium: 'images',
  fields: { ...fields2, ...size },
  ...times,
  make: (order) => draw(order, 'GPT Image 2'),
});

export const gptImage2Edit = defineEndpoint({
  id: 'openai/gpt-image-2/edit',
  medium: 'images',
  fields: { ...fields2, ...images },
  ...times,
  make: (order) => draw(order, 'GPT Image 2 · Edit'),
});
