import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { advancedAudioFields } from '../../fields/audio-fields.ts';
import { negativePromptField, promptField } from '../../fields/text-field.ts';
import { optionalUpload } from '../../fields/upload-field.ts';
import { seedField } from '../../fields/value-fields.ts';
import { soundOutputs } from '../../outputs.ts';
import { rulePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

const ratesMicroUsd = { any: 40_000 };
const cost = () => ratesMicroUsd.any;
const page = 'https://fal.ai/models/fal-ai/lyria3/llms.txt';
const readOn = '2026-11-30';

export const kind = defineKind({
  id: 'lyria-3',
  medium: 'audio',
  hasNoEqual: true,
  menu: { group: 'audio', path: 'audio/lyria-3', order: 310, isNew: true, isPro: false, isPage: false },
  fields: {
    prompt: promptField(),
    image_url: optionalUpload({ accept: 'image' }),
    negative_prompt: negativePromptField(),
    seed: ignored(seedField()),
  },
  validatedOnly: advancedAudioFields,
  rules: [],
  price: () => rulePrice(cost()),
  expectedOutputs: () => 1,
  expectedSeconds: () => 30,
  columns: () => ({ model: 'lyria-3' }),
});

const subject = { prompt: 'A slow waltz for piano and strings, warm and a little sad, 80 BPM' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/lyria3',
    wire: {
      prompt: same,
      image_url: { unless: null },
      negative_prompt: { unless: '' },
      seed: notSent,
    },
    outputs: soundOutputs,
    // A clip of half a minute, whatever the words.
    expects: () => ({ seconds: 30 }),
    sample: {
      audio: { url: 'https://v3.fal.media/files/otter/lyria-3_waltz.mp3', content_type: 'audio/mpeg' },
    },
    providerPrice: { microUsd: ratesMicroUsd, unit: 'request', cost, source: page, asOf: readOn },
    verified: {
      schema: page,
      price: page,
      on: readOn,
      by: 'packages/kind-draft/src/stored-facts.test.ts, and a reader of the page',
    },
    examples: [
      { input: subject, costCredits: 20 },
      {
        input: { ...subject, image_url: 'https://example.com/lake.jpg', negative_prompt: 'vocals' },
        costCredits: 20,
      },
    ],
  });
