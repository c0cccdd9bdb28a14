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
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

export const kind = defineKind({
  id: 'pixverse-v6-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/pixverse-v6-text-to-video',
    order: 59,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
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
    model: 'pixverse-v6-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const subject = { prompt: 'A dolly shot through a market at night, after rain' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/pixverse/v6/text-to-video',
    wire: { prompt: same, aspect_ratio: same, ...pixverseWire },
    ...pixverseResult,
    providerPrice: {
      ...pixverseRates,
      source: 'https://fal.ai/models/pixverse/v6/text-to-video',
      asOf: '2026-11-25',
      note: 'The page has the endpoint under its shorter name; that of fal-ai/pixverse/v6/extend gives the same price.',
    },
    examples: pixverseExamples(subject),
  });
