import { defineKind } from '../../define-kind.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  seedance2Mini,
  seedance2MiniExamples,
  seedance2Options,
  seedance2Ratio,
  seedance2Result,
  seedance2TextWire,
} from '../../fields/seedance-2.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, referencesField, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const longest = 15;

export const kind = defineKind({
  id: 'seedance-2-0-mini-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/seedance-2-0-mini-reference-to-video',
    order: 61,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    reference_image_urls: referencesField(9),
    prompt: promptField(),
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
    model: 'seedance-2-0-mini-reference-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The dancer of the picture crosses a square in the rain',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bytedance/seedance-2.0/mini/reference-to-video',
    wire: { reference_image_urls: 'image_urls', aspect_ratio: same, ...seedance2TextWire(longest) },
    ...seedance2Result,
    providerPrice: {
      ...seedance2Mini.charges,
      source: 'https://fal.ai/models/bytedance/seedance-2.0/mini/reference-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: seedance2MiniExamples(scene),
  });
