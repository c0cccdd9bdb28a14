import { defineKind } from '../../define-kind.ts';
import {
  klingCost,
  klingOptions,
  klingProExamples,
  klingProRates,
  klingRatios,
  klingResult,
  klingWire,
  unsoldKling,
} from '../../fields/kling-v3.ts';
import { modelRatioField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { advancedVideoFields, videoSize } from '../../fields/video-fields.ts';
import { priceWithSound } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const cost = klingCost(klingProRates);

export const kind = defineKind({
  id: 'kling-v3-pro-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/kling-v3-pro-text-to-video',
    order: 48,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fixedResolution: '1080p',
  fields: {
    prompt: promptField(),
    aspect_ratio: modelRatioField(klingRatios, '16:9'),
    ...klingOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceWithSound(cost, input),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 25 * input.duration,
  columns: (input) => ({ model: 'kling-v3-pro-text-to-video', ...videoSize('1080p', input.aspect_ratio) }),
});

const scene = { prompt: 'A street musician under a bridge, rain around her' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/v3/pro/text-to-video',
    wire: {
      prompt: same,
      aspect_ratio: same,
      ...klingWire(),
    },
    unsold: unsoldKling,
    ...klingResult,
    providerPrice: {
      microUsd: klingProRates,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/kling-video/v3/pro/text-to-video/llms.txt',
      asOf: '2026-11-24',
    },
    examples: klingProExamples(scene),
  });
