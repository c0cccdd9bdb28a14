import { defineKind } from '../../define-kind.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import {
  seedanceCost,
  seedanceExamples,
  seedanceOptions,
  seedancePriceNote,
  seedanceRates,
  seedanceRatios,
  seedanceResult,
  seedanceWire,
} from '../../fields/seedance-v1-5.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { priceWithSound } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

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
  price: (input) => priceWithSound(seedanceCost, input, { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 12 * input.duration,
  columns: (input) => ({
    model: 'seedance-v1-5-pro-text-to-video',
    ...videoSize(input.resolution, input.aspect_ratio),
  }),
});

const scene = { prompt: 'A kite rises over a beach, children cheer' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bytedance/seedance/v1.5/pro/text-to-video',
    wire: {
      prompt: same,
      aspect_ratio: same,
      ...seedanceWire(),
    },
    ...seedanceResult,
    providerPrice: {
      microUsd: seedanceRates,
      unit: 'second',
      cost: seedanceCost,
      source: 'https://fal.ai/models/fal-ai/bytedance/seedance/v1.5/pro/text-to-video/llms.txt',
      asOf: '2026-11-24',
      note: seedancePriceNote,
    },
    examples: seedanceExamples(scene),
  });
