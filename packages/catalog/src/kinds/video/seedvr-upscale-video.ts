import { defineKind } from '../../define-kind.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { videoOutputs, wanVideoSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { limitsFile, notSent, same } from '../../wire.ts';

const sizes = { '1080p': 1920 * 1080, '2160p': 3840 * 2160 } as const;
const maxFps = 30;
/** Charge for each megapixel of each frame of the result. */
const ratesMicroUsd = { megapixel: 1_000 };
type Priced = { max_size: keyof typeof sizes; max_seconds: number };
const cost = ({ max_size, max_seconds }: Priced) =>
  ratesMicroUsd.megapixel * Math.ceil((sizes[max_size] * maxFps * max_seconds) / 1_000_000);

export const kind = defineKind({
  id: 'seedvr-upscale-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/seedvr-upscale-video',
    order: 173,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    upscale_factor: oneOf([2, 4], { default: 2 }),
    max_size: oneOf(['1080p', '2160p'], { default: '1080p' }),
    max_seconds: oneOf([5, 10, 20, 30], { default: 10, unit: 's' }),
    aspect_ratio: ignoredRatioField('auto'),
    negative_prompt: ignoredNegativePromptField(),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.max_size }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 12 * input.max_seconds,
  columns: () => ({ model: 'seedvr-upscale-video' }),
});

const source = { video_url: 'https://example.com/street.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/seedvr/upscale/video',
    wire: {
      video_url: same,
      upscale_factor: same,
      max_size: limitsFile,
      max_seconds: limitsFile,
      aspect_ratio: notSent,
      negative_prompt: notSent,
      seed: sentSeed,
    },
    unsold: {
      upscale_mode: 'factor',
      noise_scale: 0.1,
      output_format: 'X264 (.mp4)',
      output_quality: 'high',
      output_write_mode: 'balanced',
      sync_mode: false,
    },
    outputs: videoOutputs,
    sample: wanVideoSample,
    fileLimits: ({ upscale_factor, max_size, max_seconds }) => [
      {
        field: 'video_url',
        maxSeconds: max_seconds,
        maxFps,
        maxPixels: sizes[max_size] / upscale_factor ** 2,
      },
    ],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'megapixel',
      cost,
      source: 'https://fal.ai/models/fal-ai/seedvr/upscale/video/llms.txt',
      asOf: '2026-11-30',
      note: 'Every frame counts; larger pictures and faster videos are refused.',
    },
    examples: [
      { input: source, costCredits: 315 },
      { input: { ...source, max_seconds: 5 }, costCredits: 160 },
      { input: { ...source, max_seconds: 20 }, costCredits: 625 },
      { input: { ...source, max_seconds: 30 }, costCredits: 935 },
      { input: { ...source, max_size: '2160p' }, costCredits: 1245 },
      { input: { ...source, max_size: '2160p', upscale_factor: 4, seed: 7 }, costCredits: 1245 },
    ],
  });
