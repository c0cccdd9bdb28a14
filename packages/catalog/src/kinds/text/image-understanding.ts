import { defineKind } from '../../define-kind.ts';
import { questionField } from '../../fields/text-field.ts';
import { requiredUpload } from '../../fields/upload-field.ts';
import { integerSeedField, sliderField } from '../../fields/value-fields.ts';
import { priceOf } from '../../pricing.ts';
import { readText } from '../../read-outputs.ts';
import { takeRequest } from '../../take-request.ts';
import { textResult } from '../../to-result.ts';

const asked = { image: 'https://example.com/harbour.jpg', question: 'How many boats are in the harbour?' };

export const imageUnderstanding = defineKind({
  id: 'image-understanding',
  medium: 'text',
  menu: { group: 'understanding', path: 'image-understanding', order: 200, isNew: false, isPro: false },
  fields: {
    image: requiredUpload({ accept: 'image', missing: 'image_required' }),
    question: questionField(),
    temperature: sliderField({ min: 0, max: 1, step: 0.1, default: 0.1, message: 'temperature_range' }),
    top_p: sliderField({ min: 0, max: 1, step: 0.01, default: 0.95, message: 'top_p_range' }),
    seed: integerSeedField({ default: 42 }),
  },
  validatedOnly: {},
  rules: [],
  price: () => priceOf([{ code: 'base', params: {}, baseCredits: 100 }]),
  expectedOutputs: () => 1,
  expectedSeconds: () => 5,
  columns: (input) => ({ model: 'moondream3-preview', prompt: input.question }),
  provider: {
    endpoint: () => 'fal-ai/moondream3-preview/query',
    // No field for a seed: it is stored and shown, not sent (ruling 13a).
    toRequest: (input) => ({
      body: {
        image_url: input.image,
        prompt: input.question,
        temperature: input.temperature,
        top_p: input.top_p,
      },
      adjustments: [],
    }),
    readOutputs: readText,
    fromRequest: takeRequest({
      same: ['temperature', 'top_p'],
      renamed: { image_url: 'image', prompt: 'question' },
      only: { reasoning: true },
    }),
    toResult: textResult,
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
      reasoning: { text: 'Three hulls can be told apart.', grounding: [] },
    },
  },
  examples: [
    { input: asked, costCredits: 100 },
    { input: { ...asked, temperature: 0, top_p: 1, seed: 7 }, costCredits: 100 },
  ],
});
