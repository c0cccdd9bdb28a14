import { defineKind } from '../../define-kind.ts';
import {
  seedance2Images,
  seedance2Options,
  seedance2Result,
  seedance2Wire,
  seedance25,
  seedance25Examples,
  seedance25Resolution,
} from '../../fields/seedance-2.ts';
import { advancedVideoFields, ignoredRatioField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent } from '../../wire.ts';

const longest = 30;

export const kind = defineKind({
  id: 'seedance-2-5-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/seedance-2-5-image-to-video',
    order: 87,
    isNew: true,
    isPro: true,
    isPage: false,
  },
  hasSound: true,

  fields: {
    ...seedance2Images,
    aspect_ratio: ignoredRatioField('auto'),
    resolution: seedance25Resolution(),
    ...seedance2Options(longest),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: seedance25.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 15 * input.duration,
  columns: (input) => ({
    model: 'seedance-2-5-image-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The camera follows the cyclist through the whole town',
  image_url: 'https://example.com/first.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.5/image-to-video',
    wire: { aspect_ratio: notSent, ...seedance2Wire(longest) },
    unsold: { bitrate_mode: 'standard', codec: 'auto' },
    ...seedance2Result,
    providerPrice: {
      ...seedance25.charges,
      source: 'https://fal.ai/models/bytedance/seedance-2.5/image-to-video/llms.txt',
      asOf: '2026-09-30',
      note: '$0.0214 per 1,000 tokens, $0.0234 at 1080p.',
    },
    examples: [
      ...seedance25Examples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 1185 },
    ],
  });
