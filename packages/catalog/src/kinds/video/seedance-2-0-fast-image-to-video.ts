import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  seedance2Fast,
  seedance2Images,
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2Wire,
} from '../../fields/seedance-2.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

/** fal makes no longer ones reliably at 720p. */
const longest = 10;

export const kind = defineKind({
  id: 'seedance-2-0-fast-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/seedance-2-0-fast-image-to-video',
    order: 86,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    ...seedance2Images,
    aspect_ratio: seedance2Ratio(),
    resolution: oneOf(['480p', '720p'], { default: '720p' }),
    ...seedance2Options(longest),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: seedance2Fast.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 12 * input.duration,
  columns: (input) => ({
    model: 'seedance-2-0-fast-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The train leaves the station in the snow',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.0/fast/image-to-video',
    wire: { aspect_ratio: same, ...seedance2Wire(longest) },
    unsold: { bitrate_mode: 'standard' },
    ...seedance2Result,
    providerPrice: {
      ...seedance2Fast.charges,
      source: 'https://fal.ai/models/bytedance/seedance-2.0/fast/image-to-video/llms.txt',
      asOf: '2026-09-30',
      note: '$0.0112 per 1,000 tokens of height × width × 24 frames a second × seconds / 1024; the rate at 480p is counted for its largest size.',
    },
    examples: [
      ...fromSecond(scene, 4, [485, 605, 730, 850, 970, 1090, 1210]),
      { input: { ...scene, resolution: '480p' }, costCredits: 285 },
      {
        input: { ...scene, generate_audio: false, end_image_url: 'https://example.com/last.jpg' },
        costCredits: 605,
      },
    ],
  });
