import { defineKind } from '../../define-kind.ts';
import { unusedVideoFields, unusedVideoWire } from '../../fields/given-video.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields } from '../../fields/video-fields.ts';
import { firstVideoOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, same } from '../../wire.ts';

const ratesMicroUsd = { refined: 22_500, plain: 15_000 };
type Priced = { refine_foreground_edges: boolean; max_seconds: number };
const cost = ({ refine_foreground_edges, max_seconds }: Priced) =>
  ratesMicroUsd[refine_foreground_edges ? 'refined' : 'plain'] * max_seconds;
/** fal bills every 30 frames. */
const maxFps = 30;

export const kind = defineKind({
  id: 'veed-remove-background-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/veed-remove-background-video',
    order: 67,
    isNew: true,
    isPro: false,
    isPage: false,
  },

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    subject_is_person: { ...switchField({ default: true }), section: 'main' },
    refine_foreground_edges: { ...switchField({ default: true }), section: 'main' },
    max_seconds: oneOf([5, 10, 20, 30], { default: 10, unit: 's' }),
    ...unusedVideoFields,
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 20 + 4 * input.max_seconds,
  columns: () => ({ model: 'veed-remove-background-video' }),
});

const scene = { video_url: 'https://example.com/street.mp4' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'veed/video-background-removal',
    wire: {
      video_url: same,
      subject_is_person: same,
      refine_foreground_edges: same,
      max_seconds: limitsFile,
      ...unusedVideoWire,
    },
    fixed: { output_codec: 'vp9' },
    outputs: firstVideoOutputs,
    sample: { video: [{ url: 'https://v3.fal.media/files/lion/cut.webm', content_type: 'video/webm' }] },
    fileLimits: ({ max_seconds }) => [{ field: 'video_url', maxSeconds: max_seconds, maxFps }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/veed/video-background-removal/llms.txt',
      asOf: '2026-09-30',
      note: 'The page has the price of 30 frames; faster videos are refused.',
    },
    examples: [
      { input: scene, costCredits: 115 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 60 },
      { input: { ...scene, max_seconds: 20 }, costCredits: 225 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 340 },
      { input: { ...scene, refine_foreground_edges: false }, costCredits: 75 },
    ],
  });
