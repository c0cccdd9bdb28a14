import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import {
  limitVideoAndSound,
  speakingResult,
  speakingWire,
  speechOnVideo,
  videoSpeaker,
} from '../../fields/speaking.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const minuteMicroUsd = 400_000;
type Priced = { max_seconds: number };
const cost = ({ max_seconds }: Priced) => (minuteMicroUsd * max_seconds) / 60;

export const kind = defineKind({
  id: 'veed-lipsync',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/veed-lipsync',
    order: 93,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    ...speechOnVideo,
    max_seconds: oneOf([15, 30, 60], { default: 15, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 4 * input.max_seconds,
  columns: () => ({ model: 'veed-lipsync' }),
});

const scene = videoSpeaker;

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'veed/lipsync',
    wire: {
      video_url: same,
      ...speakingWire,
    },
    ...speakingResult,
    fileLimits: limitVideoAndSound,
    providerPrice: {
      microUsd: { any: minuteMicroUsd },
      unit: 'minute',
      cost,
      source: 'https://fal.ai/models/veed/lipsync',
      asOf: '2026-11-26',
      note: 'One list has this price; the page was not read.',
    },
    examples: [
      { input: scene, costCredits: 50 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 100 },
      { input: { ...scene, max_seconds: 60 }, costCredits: 200 },
    ],
  });
