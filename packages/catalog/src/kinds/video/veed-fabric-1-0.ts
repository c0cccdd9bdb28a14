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

const ratesMicroUsd = { '480p': 80_000, '720p': 150_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; max_seconds: number };
const cost = ({ resolution, max_seconds }: Priced) => ratesMicroUsd[resolution] * max_seconds;

export const kind = defineKind({
  id: 'veed-fabric-1-0',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/veed-fabric-1-0',
    order: 94,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    ...speechOnPicture,
    resolution: oneOf(['480p', '720p'], { default: '480p' }),
    max_seconds: oneOf([5, 15, 30], { default: 15, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 8 * input.max_seconds,
  columns: () => ({ model: 'veed-fabric-1-0' }),
});

const scene = pictureSpeaker;

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'veed/fabric-1.0',
    wire: {
      image_url: same,
      resolution: same,
      ...speakingWire,
    },
    ...speakingResult,
    fileLimits: limitSound,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/veed/fabric-1.0',
      asOf: '2026-11-26',
      note: 'One list has these prices; the page was not read.',
    },
    examples: [
      { input: scene, costCredits: 600 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 200 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 1200 },
      { input: { ...scene, resolution: '720p' }, costCredits: 1125 },
    ],
  });
