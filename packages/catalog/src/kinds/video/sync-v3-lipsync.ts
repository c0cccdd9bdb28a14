import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  limitVideoAndSound,
  lipSyncModeField,
  speakingResult,
  speakingWire,
  speechOnVideo,
  videoSpeaker,
} from '../../fields/speaking.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const secondMicroUsd = 133_300;
const cost = ({ max_seconds }: { max_seconds: number }) => secondMicroUsd * max_seconds;

export const kind = defineKind({
  id: 'sync-v3-lipsync',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/sync-v3-lipsync',
    order: 100,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    ...speechOnVideo,
    sync_mode: lipSyncModeField,
    max_seconds: oneOf([5, 15, 30, 60], { default: 15, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 8 * input.max_seconds,
  columns: () => ({ model: 'sync-v3-lipsync' }),
});

const scene = videoSpeaker;

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/sync-lipsync/v3',
    wire: {
      video_url: same,
      sync_mode: same,
      ...speakingWire,
    },
    ...speakingResult,
    fileLimits: limitVideoAndSound,
    providerPrice: {
      microUsd: { any: secondMicroUsd },
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/sync-lipsync/v3/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [
      { input: scene, costCredits: 1000 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 335 },
      { input: { ...scene, sync_mode: 'loop' }, costCredits: 1000 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 2000 },
      { input: { ...scene, max_seconds: 60 }, costCredits: 4000 },
    ],
  });
