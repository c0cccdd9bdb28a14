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

const ratesMicroUsd = { '480p': 80_000, '720p': 150_000 };
type Priced = { resolution: keyof typeof ratesMicroUsd; max_seconds: number };
const cost = ({ resolution, max_seconds }: Priced) => ratesMicroUsd[resolution] * max_seconds;

export const kind = defineKind({
  id: 'veed-fabric-1-0',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/veed-fabric-1-0',
    order: 94,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
    audio_url: requiredUpload({ accept: 'audio', missing: 'audio_required' }),
    resolution: oneOf(['480p', '720p'], { default: '480p' }),
    max_seconds: oneOf([5, 15, 30], { default: 15, unit: 's' }),
    aspect_ratio: ignoredRatioField('auto'),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input), { resolution: input.resolution }),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 30 + 8 * input.max_seconds,
  columns: () => ({ model: 'veed-fabric-1-0' }),
});

const scene = {
  image_url: 'https://example.com/portrait.jpg',
  audio_url: 'https://example.com/greeting.mp3',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'veed/fabric-1.0',
    wire: {
      image_url: same,
      audio_url: same,
      resolution: same,
      max_seconds: limitsFile,
      aspect_ratio: notSent,
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    sample: wanProSample,
    fileLimits: ({ max_seconds }) => [{ field: 'audio_url', maxSeconds: max_seconds }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/veed/fabric-1.0',
      asOf: '2026-11-26',
      note: 'One list has these prices; the page was not read.',
    },
    examples: [
      { input: scene, costCredits: 600 },
      { input: { ...scene, max_seconds: 5 }, costCredits: 200 },
      { input: { ...scene, max_seconds: 30 }, costCredits: 1200 },
      { input: { ...scene, resolution: '720p' }, costCredits: 1125 },
    ],
  });
