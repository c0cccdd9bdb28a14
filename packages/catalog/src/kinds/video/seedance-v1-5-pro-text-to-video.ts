import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import {
  seedanceExamples,
  seedanceOptions,
  seedancePrice,
  seedanceRates,
  seedanceRatios,
  seedanceResult,
  seedanceSeconds,
  seedanceWire,
} from '../../fields/seedance-v1-5.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { defineServerHalf } from '../../server-half.ts';

export const kind = defineKind({
  id: 'seedance-v1-5-pro-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/seedance-v1-5-pro-text-to-video',
    order: 49,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fields: {
    prompt: promptField(),
    aspect_ratio: modelRatioField(seedanceRatios, '16:9'),
    ...seedanceOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: seedancePrice,
  expectedOutputs: () => 1,
  expectedSeconds: seedanceSeconds,
  columns: (input) => ({
    model: 'seedance-v1-5-pro-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A kite rises over a beach, children cheer' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bytedance/seedance/v1.5/pro/text-to-video',
    wire: seedanceWire(),
    ...seedanceResult,
    providerPrice: {
      ...seedanceRates,
      source: 'https://fal.ai/models/fal-ai/bytedance/seedance/v1.5/pro/text-to-video/llms.txt',
    },
    examples: seedanceExamples(scene),
  });
