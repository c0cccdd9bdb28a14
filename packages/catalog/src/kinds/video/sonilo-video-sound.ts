import { defineKind } from '../../define-kind.ts';
import { limitVideo, unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { optionalPromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { any: 9_000 };
const cost = ({ max_seconds }: { max_seconds: number }) => ratesMicroUsd.any * max_seconds;

export const kind = defineKind({
  id: 'sonilo-video-sound',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/sonilo-video-sound',
    order: 183,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: optionalPromptField(),
    max_seconds: oneOf([10, 30, 60, 180], { default: 30, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + input.max_seconds / 2,
  columns: () => ({ model: 'sonilo-video-sound' }),
});

const scene = { video_url: 'https://example.com/street.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'sonilo/v1.1/video-to-video-sound-effects',
    wire: {
      video_url: same,
      prompt: { unless: '' },
      max_seconds: limitsFile,
      ...unusedVideoWire,
    },
    unsold: { audio_format: 'aac' },
    outputs: proVideoOutputs,
    sample: wanProSample,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/sonilo/v1.1/video-to-video-sound-effects/llms.txt',
      asOf: '2026-11-30',
      note: 'Read in a public copy of the page.',
    },
    examples: [
      { input: scene, costCredits: 135 },
      { input: { ...scene, max_seconds: 10 }, costCredits: 45 },
      { input: { ...scene, prompt: 'Rain on a tin roof', max_seconds: 60 }, costCredits: 270 },
      { input: { ...scene, max_seconds: 180 }, costCredits: 810 },
    ],
  });
