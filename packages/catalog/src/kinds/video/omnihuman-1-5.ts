import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { limitSound, pictureSpeaker, speakingWire, speechOnPicture } from '../../fields/speaking.ts';
import { optionalPromptField } from '../../fields/text-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { timedVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const secondMicroUsd = 160_000;
const cost = ({ max_seconds }: { max_seconds: number }) => secondMicroUsd * max_seconds;

export const kind = defineKind({
  id: 'omnihuman-1-5',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/omnihuman-1-5',
    order: 182,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    ...speechOnPicture,
    prompt: optionalPromptField(),
    resolution: oneOf(['720p', '1080p'], { default: '1080p' }),
    // The model takes 60 seconds at 720p, and 30 at 1080p.
    max_seconds: oneOf([5, 15, 30], { default: 15, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.max_seconds,
  columns: () => ({ model: 'omnihuman-1-5' }),
});

const scene = pictureSpeaker;

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/bytedance/omnihuman/v1.5',
    wire: {
      image_url: same,
      prompt: { unless: '' },
      resolution: same,
      ...speakingWire,
    },
    unsold: { turbo_mode: false },
    outputs: timedVideoOutputs,
    sample: { ...wanProSample, duration: 6.2 },
    fileLimits: limitSound,
    providerPrice: {
      microUsd: { any: secondMicroUsd },
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/bytedance/omnihuman/v1.5/llms.txt',
      asOf: '2026-11-30',
    },
    examples: [
      { input: scene, costCredits: 1200 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 400 },
      { input: { ...scene, prompt: 'She nods and smiles', resolution: '720p' }, costCredits: 1200 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 2400 },
    ],
  });
