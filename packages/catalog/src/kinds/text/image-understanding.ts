import { defineKind } from '../../define-kind.ts';
import { ignored } from '../../field.ts';
import { questionField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { integerSeedField, sliderField } from '../../fields/value-fields.ts';
import { textOutputs } from '../../outputs.ts';
import { computePrice } from '../../pricing.ts';
import { defineServerHalf } from '../../server-half.ts';
import { notSent, same } from '../../wire.ts';

export const kind = defineKind({
  id: 'image-understanding',
  medium: 'text',
  menu: {
    group: 'understanding',
    path: 'image-understanding',
    order: 200,
    isNew: false,
    isPro: false,
    isPage: true,
  },
  fields: {
    image: requiredUpload({ accept: 'image', missing: 'image_required' }),
    question: questionField(),
    temperature: sliderField({ min: 0, max: 1, step: 0.1, default: 0.1, message: 'temperature_range' }),
    top_p: sliderField({ min: 0, max: 1, step: 0.01, default: 0.95, message: 'top_p_range' }),
    seed: ignored(integerSeedField({ default: 42 })),
  },
  validatedOnly: {},
  rules: [],
  price: () => computePrice([{ code: 'base', params: {}, baseCredits: 100 }]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 5,
  columns: (input) => ({ model: 'moondream3-preview', prompt: input.question }),
});

const asked = { image: 'https://example.com/harbour.jpg', question: 'How many boats are in the harbour?' };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: 'fal-ai/moondream3-preview/query',
    wire: { image: 'image_url', question: 'prompt', temperature: same, top_p: same, seed: notSent },
    unsold: { reasoning: true },
    outputs: textOutputs,
    sample: {
      output: 'There are three boats in the harbour, two of them with their sails up.',
      finish_reason: 'stop',
      usage_info: {
        input_tokens: 748,
        output_tokens: 17,
        prefill_time_ms: 40.2,
        decode_time_ms: 371.9,
        ttft_ms: 61.8,
      },
      reasoning: 'Three separate hulls are visible.',
    },
    examples: [
      { input: asked, costCredits: 100 },
      { input: { ...asked, temperature: 0, top_p: 1, seed: 7 }, costCredits: 100 },
    ],
  });
