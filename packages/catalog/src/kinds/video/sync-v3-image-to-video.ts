import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  limitSound,
  pictureSpeaker,
  speakingResult,
  speakingWire,
  speechOnPicture,
} from '../../fields/speaking.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const secondMicroUsd = 133_300;
const cost = ({ max_seconds }: { max_seconds: number }) => secondMicroUsd * max_seconds;

export const kind = defineKind({
  id: 'sync-v3-image-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/sync-v3-image-to-video',
    order: 101,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    ...speechOnPicture,
    max_seconds: oneOf([5, 15, 30], { default: 15, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 8 * input.max_seconds,
  columns: () => ({ model: 'sync-v3-image-to-video' }),
});

const scene = pictureSpeaker;

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/sync-lipsync/v3/image-to-video',
    wire: {
      image_url: same,
      ...speakingWire,
    },
    ...speakingResult,
    fileLimits: limitSound,
    providerPrice: {
      microUsd: { any: secondMicroUsd },
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/sync-lipsync/v3/image-to-video/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      { input: scene, costCredits: 1000 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 335 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 2000 },
    ],
  });
