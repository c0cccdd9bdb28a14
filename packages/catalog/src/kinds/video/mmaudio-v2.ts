import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { secondsField } from '../../fields/model-fields.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { seedField, sliderField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { sentSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 1_000 };
const cost = ({ duration }: { duration: number }) => ratesMicroUsd.any * duration;

export const kind = defineKind({
  id: 'mmaudio-v2',
  medium: 'video',
  menu: { group: 'video', path: 'video/mmaudio-v2', order: 68, isNew: true, isPro: false, isPage: false },
  hasSound: true,

  hasNoEqual: true,
  fields: {
    video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
    prompt: promptField(),
    duration: secondsField([4, 8, 16, 30], 8),
    negative_prompt: negativePromptField(),
    num_steps: sliderField({ min: 10, max: 50, step: 1, default: 25 }),
    cfg_strength: sliderField({ min: 1, max: 10, step: 0.5, default: 4.5 }),
    aspect_ratio: ignoredRatioField('auto'),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: () => 30,
  columns: () => ({ model: 'mmaudio-v2' }),
});

const scene = {
  prompt: 'Footsteps on gravel, and a dog far away',
  video_url: 'https://example.com/street.mp4',
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/mmaudio-v2',
    wire: {
      video_url: same,
      prompt: same,
      duration: same,
      negative_prompt: { unless: '' },
      num_steps: same,
      cfg_strength: same,
      aspect_ratio: notSent,
      seed: sentSeed,
    },
    outputs: proVideoOutputs,
    sample: wanProSample,
    fileLimits: ({ duration }) => [{ field: 'video_url', maxSeconds: duration }],
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'second',
      cost,
      source: 'https://fal.ai/models/fal-ai/mmaudio-v2/llms.txt',
      asOf: '2026-09-30',
    },
    examples: [...atSeconds(scene, { 4: 5, 8: 5, 16: 10, 30: 15 })],
  });
