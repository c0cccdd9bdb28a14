import { defineKind } from '../../define-kind.ts';
import {
  klingCost,
  klingOptions,
  klingProExamples,
  klingProRates,
  klingResult,
  klingWire,
  unsoldKling,
} from '../../fields/kling-v3.ts';
import { promptField } from '../../fields/text-field.ts';
import { optionalUpload, requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { priceWithSound } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const cost = klingCost(klingProRates);

export const kind = defineKind({
  id: 'kling-v3-pro-image-to-video',
  medium: 'video',
  menu: {
    group: 'image-to-video',
    path: 'image-to-video/kling-v3-pro-image-to-video',
    order: 76,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,
  fixedResolution: '1080p',
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    end_image_url: optionalUpload({ accept: 'image' }),
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('auto'),
    ...klingOptions,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => priceWithSound(cost, input),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 25 * input.duration,
  columns: () => ({ model: 'kling-v3-pro-image-to-video' }),
});

const scene = { prompt: 'She lifts her bow and begins to play', image_url: 'https://example.com/first.jpg' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/kling-video/v3/pro/image-to-video',
    wire: {
      image_url: 'start_image_url',
      end_image_url: { unless: null },
      prompt: same,
      aspect_ratio: notSent,
      ...klingWire(),
    },
    unsold: unsoldKling,
    ...klingResult,
    providerPrice: {
      microUsd: klingProRates,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/kling-video/v3/pro/image-to-video/playground',
      asOf: '2026-11-24',
      note: "fal's page of its text-to-video gives the same price. A copy of the model's llms.txt without a date has twice as much, at which it would be sold at cost.",
    },
    examples: [
      ...klingProExamples(scene),
      { input: { ...scene, end_image_url: 'https://example.com/last.jpg' }, costCredits: 420 },
    ],
  });
