import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { oneOf } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { limitsFile, notSent, same } from '../../wire.ts';

const minuteMicroUsd = 400_000;
type Priced = { max_seconds: number };
const cost = ({ max_seconds }: Priced) => (minuteMicroUsd * max_seconds) / 60;

export const kind = defineKind({
  id: 'veed-lipsync',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/veed-lipsync',
    order: 93,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    audio_url: requiredUpload({ accept: 'audio', missing: 'audio_required' }),
    max_seconds: oneOf([15, 30, 60], { default: 15, unit: 's' }),
    aspect_ratio: ignoredRatioField('auto'),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 4 * input.max_seconds,
  columns: () => ({ model: 'veed-lipsync' }),
});

const scene = {
  video_url: 'https://example.com/speaker.mp4',
  audio_url: 'https://example.com/greeting.mp3',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'veed/lipsync',
    wire: {
      video_url: same,
      audio_url: same,
      max_seconds: limitsFile,
      aspect_ratio: notSent,
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    sample: wanProSample,
    fileLimits: ({ max_seconds }) => [
      { field: 'video_url', maxSeconds: max_seconds },
      { field: 'audio_url', maxSeconds: max_seconds },
    ],
    providerPrice: {
      microUsd: { any: minuteMicroUsd },
      unit: 'minute',
      cost,
      source: 'https://fal.ai/models/veed/lipsync',
      asOf: '2026-11-26',
      note: 'One list has this price; the page was not read.',
    },
    examples: [
      { input: scene, costCredits: 50 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 100 },
      { input: { ...scene, max_seconds: 60 }, costCredits: 200 },
    ],
  });
