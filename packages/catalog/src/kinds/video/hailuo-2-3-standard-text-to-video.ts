import { defineKind } from '../../define-kind.ts';
import { atSeconds } from '../../examples.ts';
import { ignored } from '../../field.ts';
import { secondsField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, secondsAsText } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const seconds = [6, 10] as const;
const ratesMicroUsd = { 6: 280_000, 10: 560_000 };
const cost = ({ duration }: { duration: 6 | 10 }) => ratesMicroUsd[duration];

export const kind = defineKind({
  id: 'hailuo-2-3-standard-text-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/hailuo-2-3-standard-text-to-video',
    order: 42,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  fixedResolution: '768p',
  fields: {
    prompt: promptField(),
    aspect_ratio: ignoredRatioField('16:9'),
    duration: secondsField(seconds, 6),
    prompt_optimizer: switchField({ default: true }),
    negative_prompt: ignoredNegativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: (input) => rulePrice(cost(input)),
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 25 * input.duration,
  columns: () => ({ model: 'hailuo-2-3-standard-text-to-video' }),
});

const scene = { prompt: 'A diver turns above a coral reef' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/minimax/hailuo-2.3/standard/text-to-video',
    wire: {
      prompt: same,
      aspect_ratio: notSent,
      duration: secondsAsText(seconds),
      prompt_optimizer: same,
      negative_prompt: notSent,
      seed: notSent,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: 'video',
      cost,
      source: 'https://fal.ai/models/fal-ai/minimax/hailuo-2.3/standard/text-to-video/llms.txt',
      asOf: '2026-11-24',
    },
    examples: [...atSeconds(scene, { 6: 140, 10: 280 })],
  });
