import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const sizes = { '1080p': 1920 * 1080, '2160p': 3840 * 2160 } as const;
const ratesMicroUsd = { '1080p': 20_000, '2160p': 80_000 };
type Priced = { max_size: keyof typeof ratesMicroUsd; max_seconds: number };
const cost = ({ max_size, max_seconds }: Priced) => ratesMicroUsd[max_size] * max_seconds;
/** fal charges twice as much for 60 frames a second. */
const maxFps = 30;

export const kind = defineKind({
  id: 'topaz-upscale-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/topaz-upscale-video',
    order: 58,
    isNew: true,
    isPro: false,
    isPage: true,
  },
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    upscale_factor: oneOf([2, 4], { default: 2 }),
    max_size: oneOf(['1080p', '2160p'], { default: '1080p' }),
    max_seconds: oneOf([5, 10, 20, 30], { default: 10, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.max_size }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 10 * input.max_seconds,
  columns: () => ({ model: 'topaz-upscale-video' }),
});

const source = { video_url: 'https://example.com/street.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/topaz/upscale/video',
    wire: {
      video_url: same,
      upscale_factor: same,
      max_size: limitsFile,
      max_seconds: limitsFile,
      ...unusedVideoWire,
    },
    fixed: { H264_output: true },
    unsold: { model: 'Proteus' },
    outputs: proVideoOutputs,
    sample: wanProSample,
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
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/topaz/upscale/video/llms.txt',
      asOf: '2026-11-24',
      note: "The page's steps above what is sold do not occur: larger pictures and faster videos are refused.",
    },
    examples: [
      { input: { ...source, max_seconds: 10 }, costCredits: 100 },
      { input: { ...source, max_seconds: 5 }, costCredits: 50 },
      { input: { ...source, max_seconds: 20 }, costCredits: 200 },
      { input: { ...source, max_seconds: 30 }, costCredits: 300 },
      { input: { ...source, max_size: '2160p' }, costCredits: 400 },
      { input: { ...source, max_size: '2160p', upscale_factor: 4 }, costCredits: 400 },
    ],
  });
