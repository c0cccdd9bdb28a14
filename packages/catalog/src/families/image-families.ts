import { type Family, only, variant } from './family.ts';

export const imageFamilies: readonly Family[] = [
  {
    id: 'flux-1',
    name: 'FLUX',
    maker: 'Black Forest Labs',
    earlier: 'flux-2',
    variants: [
      variant('flux-schnell', 'text', 'schnell'),
      variant('flux-dev', 'text', 'dev'),
      variant('flux-dev-image-to-image', 'picture', 'dev'),
    ],
  },
  {
    id: 'flux-2',
    name: 'FLUX.2',
    maker: 'Black Forest Labs',
    variants: [
      variant('flux-2', 'text', 'dev'),
      variant('flux-2-turbo', 'text', 'turbo'),
      variant('flux-2-pro', 'text', 'pro'),
    ],
  },
  {
    id: 'nano-banana-2',
    name: 'Nano Banana 2',
    maker: 'Google',
    variants: [variant('nano-banana-2', 'text'), variant('nano-banana-2-edit', 'edit')],
  },
  {
    id: 'nano-banana-pro',
    name: 'Nano Banana Pro',
    maker: 'Google',
    variants: [variant('nano-banana-pro', 'text'), variant('nano-banana-pro-edit', 'edit')],
  },
  {
    id: 'seedream-4-5',
    name: 'Seedream 4.5',
    maker: 'ByteDance',
    variants: [variant('seedream-v4-5', 'text'), variant('seedream-v4-5-edit', 'edit')],
  },
  {
    id: 'gpt-image-2-5-flare',
    name: 'GPT Image 2.5 Flare',
    maker: 'OpenAI',
    variants: [variant('gpt-image-2-5-flare', 'text'), variant('gpt-image-2-5-flare-edit', 'edit')],
  },
  {
    id: 'nano-banana-2-1',
    name: 'Nano Banana 2.1',
    maker: 'Google',
    variants: [variant('nano-banana-2-1', 'text'), variant('nano-banana-2-1-edit', 'edit')],
  },
  {
    id: 'seedream-5-flash',
    name: 'Seedream 5 Flash',
    maker: 'ByteDance',
    variants: [variant('seedream-5-flash', 'text'), variant('seedream-5-flash-edit', 'edit')],
  },
  only('ideogram-v4', 'Ideogram 4', 'Ideogram', 'text'),
  only('recraft-v4-1', 'Recraft 4.1', 'Recraft', 'text'),
  only('qwen-image-3', 'Qwen Image 3', 'Alibaba', 'text'),
  only('wan-v2-7-image', 'Wan 2.7 Image', 'Alibaba', 'text'),
  only('qwen-image-2', 'Qwen Image 2', 'Alibaba', 'text'),
  only('z-image-turbo', 'Z-Image Turbo', 'Alibaba', 'text'),
  only('recraft-v3', 'Recraft V3', 'Recraft', 'text'),
  only('sd35', 'Stable Diffusion 3.5 Large', 'Stability AI', 'text'),
  only('janus-pro', 'Janus Pro', 'DeepSeek', 'text'),
  only('topaz-upscale-image', 'Topaz Image', 'Topaz Labs', 'picture'),
  only('bria-remove-background', 'Bria RMBG 2.0', 'Bria', 'picture'),
];
