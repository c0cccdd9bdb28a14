import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { limitVideo, unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { everySecond, oneOf, secondsField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { any: 80_000 };
/** Charge for each second of the source. */
const sourceMicroUsd = 10_000;
type Priced = { duration: number; max_seconds: number };
const cost = ({ duration, max_seconds }: Priced) =>
  ratesMicroUsd.any * duration + sourceMicroUsd * max_seconds;

export const kind = defineKind({
  id: 'grok-extend-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/grok-extend-video',
    order: 66,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    duration: secondsField(everySecond(2, 10), 6),
    max_seconds: oneOf([5, 10, 15], { default: 10, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: () => 60,
  columns: () => ({ model: 'grok-extend-video' }),
});

const scene = { prompt: 'The rider turns into the next street', video_url: 'https://example.com/street.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'xai/grok-imagine-video/extend-video',
    wire: {
      video_url: same,
      prompt: same,
      duration: same,
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
      source: 'https://fal.ai/models/xai/grok-imagine-video/extend-video',
      asOf: '2026-08-31',
      note: 'A second of the source adds $0.01. One list has these prices; the page was not read.',
    },
    examples: [
      { input: scene, costCredits: 290 },
      ...fromSecond(scene, 2, [130, 170, 210, 250, 290, 330, 370, 410, 450]),
      { input: { ...scene, max_seconds: 5 }, costCredits: 265 },
      { input: { ...scene, max_seconds: 15 }, costCredits: 315 },
    ],
  });
