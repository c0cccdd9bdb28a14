import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, inObject, integer, required, text } from './fields.ts';
import { speak } from './speak.ts';

export const minimaxSpeech28Hd = defineEndpoint({
  id: 'fal-ai/minimax/speech-2.8-hd',
  medium: 'audio',
  fields: {
    prompt: required(text('', 1)),
    voice_setting: inObject({
      voice_id: text('Wise_Woman'),
      speed: decimal({ min: 0.5, max: 2 }, 1),
      vol: decimal({ min: 0, max: 10 }, 1),
      pitch: integer({ min: -12, max: 12 }, 0),
    }),
    language_boost: text('auto'),
    output_format: choice(['hex', 'url'], 'hex'),
  },
  queueMs: 500,
  runMs: 2_500,
  steps: () => 0,
  async make({ input, seed, tools }) {
    const { voice_id: voice, speed } = input.voice_setting;
    const { audio, durationSeconds } = await speak({ text: input.prompt, voice, speed }, seed, tools);
    return { audio, duration_ms: Math.round(durationSeconds * 1_000) };
  },
});
