import { defineKind } from '../../define-kind.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  seedance2Images,
  seedance2Mini,
  seedance2MiniExamples,
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2Wire,
} from '../../fields/seedance-2.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const longest = 15;

export const kind = defineKind({
  id: 'seedance-2-0-mini-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/seedance-2-0-mini-image-to-video',
    order: 85,
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
  price: seedance2Mini.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 12 * input.duration,
  columns: (input) => ({
    model: 'seedance-2-0-mini-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The paper birds take off one after another',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.0/mini/image-to-video',
    wire: { aspect_ratio: same, ...seedance2Wire(longest) },
    ...seedance2Result,
    providerPrice: {
      ...seedance2Mini.charges,
      source: 'https://fal.ai/models/bytedance/seedance-2.0/mini/image-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      ...seedance2MiniExamples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 390 },
    ],
  });
