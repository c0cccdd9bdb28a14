import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { everySecond, oneOf, secondsField } from '../../fields/model-fields.ts';
import { promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { same } from '../../wire.ts';

const ratesMicroUsd = { second: 100_000 };
const cost = ({ duration }: { duration: number }) => ratesMicroUsd.second * duration;

export const kind = defineKind({
  id: 'ltx-2-3-extend-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/ltx-2-3-extend-video',
    order: 176,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    duration: secondsField(everySecond(2, 20), 5),
    extend_at: oneOf(['end', 'start'], { default: 'end' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 6 * input.duration,
  columns: () => ({ model: 'ltx-2-3-extend-video' }),
});

const scene = { prompt: 'The train leaves the station', video_url: 'https://example.com/train.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/ltx-2.3/extend-video',
    wire: {
      video_url: same,
      prompt: same,
      duration: same,
      extend_at: 'mode',
      ...unusedVideoWire,
    },
    outputs: proVideoOutputs,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/ltx-2.3/extend-video/llms.txt',
      asOf: '2026-11-30',
      note: 'The seconds that are added count.',
    },
    examples: [
      // biome-ignore format: ten seconds a line
      ...fromSecond(scene, 2, [
        100, 150, 200, 250, 300, 350, 400, 450, 500, 550,
        600, 650, 700, 750, 800, 850, 900, 950, 1000,
      ]),
      { input: { ...scene, extend_at: 'start' }, costCredits: 250 },
    ],
  });
