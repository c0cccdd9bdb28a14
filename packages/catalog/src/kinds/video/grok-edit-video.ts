import { defineKind } from '../../define-kind.ts';
import { limitVideo, unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { '480p': 60_000, '720p': 80_000 };
/** Charge for each second of the source. */
const sourceMicroUsd = 10_000;
type Priced = { resolution: keyof typeof ratesMicroUsd; max_seconds: number };
const cost = ({ resolution, max_seconds }: Priced) =>
  (ratesMicroUsd[resolution] + sourceMicroUsd) * max_seconds;

export const kind = defineKind({
  id: 'grok-edit-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/grok-edit-video',
    order: 65,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    resolution: oneOf(['480p', '720p'], { default: '720p' }),
    max_seconds: oneOf([4, 8], { default: 8, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: () => 60,
  columns: () => ({ model: 'grok-edit-video' }),
});

const scene = {
  prompt: 'Let it snow, and leave everything else',
  video_url: 'https://example.com/street.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'xai/grok-imagine-video/edit-video',
    wire: {
      video_url: same,
      prompt: same,
      resolution: same,
      max_seconds: limitsFile,
      ...unusedVideoWire,
    },
    outputs: proVideoOutputs,
    sample: wanProSample,
    fileLimits: limitVideo,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/xai/grok-imagine-video/edit-video',
      asOf: '2026-08-31',
      note: 'A second of the source adds $0.01. One list has these prices; the page was not read.',
    },
    examples: [
      { input: scene, costCredits: 360 },
      { input: { ...scene, max_seconds: 4 }, costCredits: 180 },
      { input: { ...scene, resolution: '480p' }, costCredits: 280 },
    ],
  });
