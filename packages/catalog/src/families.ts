/** Files that a kind begins with, or, for tools, the task. */
export type VariantInput =
  | 'text'
  | 'picture'
  | 'frames'
  | 'references'
  | 'video'
  | 'edit'
  | 'move'
  | 'replace';

/** One kind of a family: a quality of the model by its own name, what it begins with, or both. Unique in its family. */
export type Variant = { kind: string; quality?: string; input: VariantInput };

/** Kinds of one medium that are one model to choose. Names are proper names, in every language the same. */
export type Family = {
  id: string;
  name: string;
  maker: string;
  /** Id of the newer family of the same line. Lists fold an earlier family, and no recommendation shows it. */
  earlier?: string;
  variants: readonly Variant[];
};

const variant = (kind: string, input: VariantInput, quality?: string): Variant => ({ kind, quality, input });
const only = (id: string, name: string, maker: string, input: VariantInput, earlier?: string): Family => ({
  id,
  name,
  maker,
  ...(earlier ? { earlier } : {}),
  variants: [variant(id, input)],
});

/** Every kind is in exactly one. In each the first variant is the one that is meant by the name alone. */
export const families: readonly Family[] = [
  {
    id: 'wan-2-1',
    name: 'Wan 2.1',
    maker: 'Alibaba',
    earlier: 'wan-2-7',
    variants: [
      variant('text-to-video', 'text'),
      variant('image-to-video', 'picture'),
      variant('first-to-last-frame', 'frames'),
      variant('vace', 'video'),
      variant('text-to-video-pro', 'text', 'Pro'),
      variant('image-to-video-pro', 'picture', 'Pro'),
    ],
  },
  {
    id: 'wan-2-2',
    name: 'Wan 2.2',
    maker: 'Alibaba',
    earlier: 'wan-2-7',
    variants: [variant('wan-v2-2-5b', 'text', '5B'), variant('wan-v2-2-a14b', 'text', 'A14B')],
  },
  {
    id: 'wan-2-2-animate',
    name: 'Wan 2.2 Animate',
    maker: 'Alibaba',
    variants: [variant('wan-v2-2-animate-move', 'move'), variant('wan-v2-2-animate-replace', 'replace')],
  },
  {
    id: 'wan-2-6',
    name: 'Wan 2.6',
    maker: 'Alibaba',
    earlier: 'wan-2-7',
    variants: [variant('wan-v2-6-text-to-video', 'text'), variant('wan-v2-6-image-to-video', 'picture')],
  },
  {
    id: 'wan-2-7',
    name: 'Wan 2.7',
    maker: 'Alibaba',
    variants: [
      variant('wan-v2-7-text-to-video', 'text'),
      variant('wan-v2-7-image-to-video', 'picture'),
      variant('wan-v2-7-reference-to-video', 'references'),
    ],
  },
  {
    id: 'veo-3-1',
    name: 'Veo 3.1',
    maker: 'Google',
    variants: [
      variant('veo3-1-fast', 'text', 'Fast'),
      variant('veo3-1-lite', 'text', 'Lite'),
      variant('veo3-1', 'text', 'Full'),
      variant('veo3-1-fast-image-to-video', 'picture', 'Fast'),
    ],
  },
  {
    id: 'kling-3-0',
    name: 'Kling 3.0',
    maker: 'Kuaishou',
    variants: [
      variant('kling-v3-standard-text-to-video', 'text', 'Standard'),
      variant('kling-v3-pro-text-to-video', 'text', 'Pro'),
      variant('kling-v3-pro-image-to-video', 'picture', 'Pro'),
      variant('kling-v3-turbo-standard-image-to-video', 'picture', 'Turbo Standard'),
    ],
  },
  only('kling-v2-6-pro-image-to-video', 'Kling 2.6 Pro', 'Kuaishou', 'picture', 'kling-3-0'),
  only('kling-v2-5-turbo-pro-image-to-video', 'Kling 2.5 Turbo Pro', 'Kuaishou', 'picture', 'kling-3-0'),
  {
    id: 'seedance-1-5',
    name: 'Seedance 1.5 Pro',
    maker: 'ByteDance',
    variants: [
      variant('seedance-v1-5-pro-text-to-video', 'text'),
      variant('seedance-v1-5-pro-image-to-video', 'picture'),
    ],
  },
  {
    id: 'hailuo-2-3',
    name: 'Hailuo 2.3',
    maker: 'MiniMax',
    variants: [
      variant('hailuo-2-3-standard-text-to-video', 'text', 'Standard'),
      variant('hailuo-2-3-pro-text-to-video', 'text', 'Pro'),
      variant('hailuo-2-3-standard-image-to-video', 'picture', 'Standard'),
      variant('hailuo-2-3-pro-image-to-video', 'picture', 'Pro'),
    ],
  },
  {
    id: 'ltx-2-3',
    name: 'LTX 2.3 Fast',
    maker: 'Lightricks',
    variants: [variant('ltx-2-3-fast', 'text'), variant('ltx-2-3-fast-image-to-video', 'picture')],
  },
  {
    id: 'pixverse-v6-text-to-video',
    name: 'PixVerse 6',
    maker: 'PixVerse',
    variants: [
      variant('pixverse-v6-text-to-video', 'text'),
      variant('pixverse-v6-image-to-video', 'picture'),
    ],
  },
  {
    id: 'h3-max-turbo',
    name: 'H3 Max Turbo',
    maker: 'MiniMax',
    variants: [
      variant('h3-max-turbo-text-to-video', 'text'),
      variant('h3-max-turbo-image-to-video', 'picture'),
    ],
  },
  {
    id: 'h3-max',
    name: 'H3 Max',
    maker: 'MiniMax',
    variants: [variant('h3-max-text-to-video', 'text'), variant('h3-max-image-to-video', 'picture')],
  },
  {
    id: 'h3',
    name: 'MiniMax H3',
    maker: 'MiniMax',
    variants: [variant('h3-text-to-video', 'text'), variant('h3-image-to-video', 'picture')],
  },
  {
    id: 'wan-3-0',
    name: 'Wan 3.0',
    maker: 'Alibaba',
    variants: [
      variant('wan-3-0-text-to-video', 'text'),
      variant('wan-3-0-image-to-video', 'picture'),
      variant('wan-3-0-reference-to-video', 'references'),
    ],
  },
  {
    id: 'omni-flash-1-1',
    name: 'Gemini Omni Flash 1.1',
    maker: 'Google',
    variants: [
      variant('omni-flash-1-1-text-to-video', 'text'),
      variant('omni-flash-1-1-image-to-video', 'picture'),
      variant('omni-flash-1-1-reference-to-video', 'references'),
    ],
  },
  {
    id: 'seedance-2-0',
    name: 'Seedance 2.0',
    maker: 'ByteDance',
    variants: [
      variant('seedance-2-0-mini-text-to-video', 'text', 'Mini'),
      variant('seedance-2-0-mini-image-to-video', 'picture', 'Mini'),
      variant('seedance-2-0-mini-reference-to-video', 'references', 'Mini'),
      variant('seedance-2-0-fast-image-to-video', 'picture', 'Fast'),
    ],
  },
  {
    id: 'seedance-2-5',
    name: 'Seedance 2.5',
    maker: 'ByteDance',
    variants: [
      variant('seedance-2-5-text-to-video', 'text'),
      variant('seedance-2-5-image-to-video', 'picture'),
      variant('seedance-2-5-reference-to-video', 'references'),
    ],
  },
  only('ltx-2-5-fast-text-to-video', 'LTX 2.5 Fast', 'Lightricks', 'text'),
  {
    id: 'vidu-q3',
    name: 'Vidu Q3',
    maker: 'Shengshu',
    variants: [variant('vidu-q3-text-to-video', 'text'), variant('vidu-q3-image-to-video', 'picture')],
  },
  {
    id: 'flux-3',
    name: 'FLUX 3',
    maker: 'Black Forest Labs',
    variants: [variant('flux-3-text-to-video', 'text'), variant('flux-3-image-to-video', 'picture')],
  },
  {
    id: 'happy-horse-1-1',
    name: 'Happy Horse 1.1',
    maker: 'Alibaba',
    variants: [
      variant('happy-horse-1-1-text-to-video', 'text'),
      variant('happy-horse-1-1-image-to-video', 'picture'),
      variant('happy-horse-1-1-reference-to-video', 'references'),
    ],
  },
  only('kling-o3-pro-reference-to-video', 'Kling O3 Pro', 'Kuaishou', 'references'),
  {
    id: 'grok-imagine',
    name: 'Grok Imagine',
    maker: 'xAI',
    variants: [
      variant('grok-imagine-1-5-image-to-video', 'picture', '1.5'),
      variant('grok-imagine-1-5-reference-to-video', 'references', '1.5'),
      variant('grok-edit-video', 'video', 'Edit'),
      variant('grok-extend-video', 'video', 'Extend'),
    ],
  },
  only('veed-remove-background-video', 'Veed Background Removal', 'Veed', 'video'),
  only('mmaudio-v2', 'MMAudio V2', 'Sony', 'video'),
  {
    id: 'sync-v3',
    name: 'Sync v3',
    maker: 'Sync Labs',
    variants: [variant('sync-v3-lipsync', 'video'), variant('sync-v3-image-to-video', 'picture')],
  },
  only('veed-subtitles', 'Veed Subtitles', 'Veed', 'video'),
  only('veed-lipsync', 'Veed Lipsync', 'Veed', 'video'),
  only('veed-fabric-1-0', 'Veed Fabric 1.0', 'Veed', 'picture'),
  only('topaz-upscale-video', 'Topaz Video', 'Topaz Labs', 'video'),
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
  {
    id: 'elevenlabs-speech',
    name: 'ElevenLabs',
    maker: 'ElevenLabs',
    variants: [variant('text-to-speech', 'text', 'v3'), variant('eleven-turbo-v2-5', 'text', 'Turbo v2.5')],
  },
  only('minimax-speech-2-8-hd', 'MiniMax Speech 2.8 HD', 'MiniMax', 'text'),
  only('chatterbox', 'Chatterbox', 'Resemble AI', 'text'),
  only('music', 'ElevenLabs Music', 'ElevenLabs', 'text'),
  only('sound-effects', 'ElevenLabs Sound Effects', 'ElevenLabs', 'text'),
  only('video-to-audio', 'ThinkSound', 'Alibaba', 'video'),
  only('transcription', 'Scribe v2', 'ElevenLabs', 'video'),
  only('image-understanding', 'Moondream 3', 'Moondream', 'picture'),
];
