import { defineKind } from '../../define-kind.ts';
import { limitVideo, unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { cutOutSample, proVideoOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { second: 50_000 };
const cost = ({ max_seconds }: { max_seconds: number }) => ratesMicroUsd.second * max_seconds;

export const kind = defineKind({
  id: 'bria-remove-background-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/bria-remove-background-video',
    order: 175,
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
  columns: () => ({ model: 'bria-remove-background-video' }),
});

const scene = { video_url: 'https://example.com/street.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'bria/video/background-removal/v3',
    wire: {
      video_url: same,
      max_seconds: limitsFile,
      ...unusedVideoWire,
    },
    fixed: { background_color: 'Transparent' },
    unsold: { output_container_and_codec: 'webm_vp9', preserve_audio: true, auto_zoom: false },
    outputs: proVideoOutputs,
    sample: cutOutSample,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/bria/video/background-removal/v3/llms.txt',
      asOf: '2026-11-30',
      note: 'Copies of the page have $0.042 and $0.05: the dearer is counted.',
    },
    examples: [
      { input: scene, costCredits: 250 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 125 },
      { input: { ...scene, max_seconds: 20 }, costCredits: 500 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 750 },
    ],
  });
