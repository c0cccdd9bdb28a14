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

const minuteMicroUsd = 3_000_000;
const cost = ({ max_seconds }: { max_seconds: number }) => (minuteMicroUsd * max_seconds) / 60;

export const kind = defineKind({
  id: 'sync-v2-lipsync',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/sync-v2-lipsync',
    order: 170,
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
  expectedSeconds: (input) => 45 + 6 * input.max_seconds,
  columns: () => ({ model: 'sync-v2-lipsync' }),
});

const scene = videoSpeaker;

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/sync-lipsync/v2',
    wire: {
      video_url: same,
      sync_mode: same,
      ...speakingWire,
    },
    ...speakingResult,
    fileLimits: limitVideoAndSound,
    providerPrice: {
      microUsd: { any: minuteMicroUsd },
      unit: 'minute',
      cost,
      source: 'https://fal.ai/models/fal-ai/sync-lipsync/v2/llms.txt',
      asOf: '2026-11-30',
      note: 'For lipsync-2; lipsync-2-pro, roughly 1.67 times as much, is never asked for.',
    },
    examples: [
      { input: scene, costCredits: 375 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 125 },
      { input: { ...scene, sync_mode: 'loop' }, costCredits: 375 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 750 },
      { input: { ...scene, max_seconds: 60 }, costCredits: 1500 },
    ],
  });
