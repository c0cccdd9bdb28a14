import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { cutOutSample, proVideoOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { second: 22_000 };
const cost = ({ max_seconds }: { max_seconds: number }) => ratesMicroUsd.second * max_seconds;
/** fal bills every 30 frames. */
const maxFps = 30;

export const kind = defineKind({
  id: 'pixelcut-remove-background-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/pixelcut-remove-background-video',
    order: 174,
    isNew: true,
    isPro: false,
    isPage: false,
  },

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    max_seconds: oneOf([5, 10, 20, 30], { default: 10, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 + 4 * input.max_seconds,
  columns: () => ({ model: 'pixelcut-remove-background-video' }),
});

const scene = { video_url: 'https://example.com/street.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'pixelcut/video-background-removal',
    wire: {
      video_url: same,
      max_seconds: limitsFile,
      ...unusedVideoWire,
    },
    fixed: { background: 'transparent', output_format: 'webm_vp9' },
    outputs: proVideoOutputs,
    sample: cutOutSample,
    fileLimits: ({ max_seconds }) => [{ field: 'video_url', maxSeconds: max_seconds, maxFps }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/pixelcut/video-background-removal/llms.txt',
      asOf: '2026-11-30',
      note: 'The page has the price of 30 frames; faster videos are refused.',
    },
    verified: {
      schema: 'https://fal.ai/models/pixelcut/video-background-removal/llms.txt',
      price: 'https://fal.ai/models/pixelcut/video-background-removal/llms.txt',
      on: '2026-11-30',
      by: 'packages/kind-draft/src/stored-facts.test.ts, and a reader of the page',
    },
    examples: [
      { input: scene, costCredits: 110 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 55 },
      { input: { ...scene, max_seconds: 20 }, costCredits: 220 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 330 },
    ],
  });
