import { defineKind } from '../../define-kind.ts';
import { fromSecond } from '../../examples.ts';
import { everySecond, oneOf, secondsField } from '../../fields/model-fields.ts';
import { ignoredNegativePromptField, promptField } from '../../fields/text-field.ts';
import { seedField, switchField } from '../../fields/value-fields.ts';
import { advancedVideoFields, ignoredRatioField, referencesField } from '../../fields/video-fields.ts';
import { proVideoOutputs, wanProSample } from '../../outputs.ts';
import { soldBySecond } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { expectsDuration, sentShortSeed } from '../../shared-wire.ts';
import { notSent, same } from '../../wire.ts';

const sold = soldBySecond({ '720p': 140_000, '1080p': 180_000 });

export const kind = defineKind({
  id: 'happy-horse-1-1-reference-to-video',
  medium: 'video',
  menu: {
    group: 'video',
    path: 'video/happy-horse-1-1-reference-to-video',
    order: 69,
    isNew: true,
    isPro: false,
    isPage: false,
  },
  hasSound: true,

  fields: {
    reference_image_urls: referencesField(9),
    prompt: promptField({ maxCodePoints: 2_500 }),
    aspect_ratio: ignoredRatioField('16:9'),
    resolution: oneOf(['720p', '1080p'], { default: '720p' }),
    duration: secondsField(everySecond(3, 15), 5),
    negative_prompt: ignoredNegativePromptField(),
    enable_safety_checker: switchField({ default: true }),
    seed: seedField(),
  },
  validatedOnly: advancedVideoFields,
  rules: [],
  price: sold.price,
  expectedOutputs: () => 1,
  expectedSeconds: (input) => 60 + 10 * input.duration,
  columns: () => ({ model: 'happy-horse-1-1-reference-to-video' }),
});

const scene = {
  prompt: 'character1 of the picture feeds the ducks at the pond',
  reference_image_urls: ['https://example.com/first.jpg'],
};

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'alibaba/happy-horse/v1.1/reference-to-video',
    wire: {
      reference_image_urls: 'image_urls',
      prompt: same,
      aspect_ratio: notSent,
      resolution: same,
      duration: same,
      negative_prompt: notSent,
      enable_safety_checker: same,
      seed: sentShortSeed,
    },
    outputs: proVideoOutputs,
    expects: expectsDuration,
    sample: wanProSample,
    providerPrice: {
      ...sold.charges,
      source: 'https://fal.ai/models/alibaba/happy-horse/v1.1/reference-to-video',
      asOf: '2026-09-30',
      note: 'Two independent lists give this price; the page was not read.',
    },
    examples: [
      ...fromSecond(scene, 3, [210, 280, 350, 420, 490, 560, 630, 700, 770, 840, 910, 980, 1050]),
      { input: { ...scene, resolution: '1080p' }, costCredits: 450 },
    ],
  });
