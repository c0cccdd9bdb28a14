import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import {
  pixverseExamples,
  pixverseOptions,
  pixversePrice,
  pixverseRates,
  pixverseRatios,
  pixverseResult,
  pixverseWire,
} from '../../fields/pixverse-v6.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, framesFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'pixverse-v6-transition',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/pixverse-v6-transition',
    order: 105,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    ...framesFields,
    prompt: promptField(),
    aspect_ratio: modelRatioField(pixverseRatios, '16:9'),
    ...pixverseOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: pixversePrice,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => (input.resolution === '1080p' ? 90 : 50),
  columns: (input) => ({
    model: 'pixverse-v6-transition',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = {
  prompt: 'The caterpillar turns into a butterfly',
  start_image_url: 'https://example.com/first.jpg',
  end_image_url: 'https://example.com/last.jpg',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/pixverse/v6/transition',
    wire: {
      start_image_url: 'first_image_url',
      end_image_url: same,
      prompt: same,
      aspect_ratio: same,
      ...pixverseWire,
    },
    ...pixverseResult,
    providerPrice: {
      ...pixverseRates,
      source: 'https://fal.ai/models/fal-ai/pixverse/v6/transition/llms.txt',
      asOf: '2026-09-30',
    },
    examples: pixverseExamples(scene),
  });
