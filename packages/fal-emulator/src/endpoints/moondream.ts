import { defineEndpoint } from './define-endpoint.ts';
import { decimal, flag, required, text } from './fields.ts';

export const moondreamQuery = defineEndpoint({
  id: 'fal-ai/moondream3-preview/query',
  medium: 'text',
  fields: {
    image_url: required(text()),
    prompt: required(text('', 1)),
    temperature: decimal({ min: 0, max: 1 }, 0),
    top_p: decimal({ min: 0, max: 1 }, 1),
    reasoning: flag(true),
  },
  queueMs: 500,
  runMs: 1500,
  steps: () => 0,
  async make({ input, prompt, tools }) {
    const image = await tools.loadImage('image_url', input.image_url);
    const shape = toShape(image.width, image.height);
    const output = `You asked: “${prompt}” The picture is ${shape}, ${image.width} by ${image.height} pixels. This answer comes from the local preview, which measures a picture but does not recognise what it shows.`;
    return {
      output,
      finish_reason: 'stop',
      usage_info: {
        input_tokens: 740 + Math.ceil(prompt.length / 4),
        output_tokens: Math.ceil(output.length / 4),
        prefill_time_ms: 41.5,
        decode_time_ms: 388.2,
        ttft_ms: 63.1,
      },
      ...(input.reasoning
        ? { reasoning: { text: `The size of the picture says that it is ${shape}.`, grounding: [] } }
        : {}),
    };
  },
});

function toShape(width: number, height: number): string {
  if (Math.abs(width - height) < 0.05 * Math.max(width, height)) return 'a square';
  return width > height ? 'wider than it is high' : 'higher than it is wide';
}
