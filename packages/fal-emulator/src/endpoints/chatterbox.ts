import { defineEndpoint } from './define-endpoint.ts';
import { decimal, nullable, optionalInteger, optionalText, required, text } from './fields.ts';
import { speak } from './speak.ts';

export const chatterbox = defineEndpoint({
  id: 'fal-ai/chatterbox/text-to-speech',
  medium: 'audio',
  fields: {
    text: required(text('', 1)),
    audio_url: optionalText(),
    exaggeration: decimal({ min: 0, max: 1 }, 0.25),
    cfg: decimal({ min: 0.1, max: 1 }, 0.5),
    temperature: decimal({ min: 0.05, max: 2 }, 0.7),
    seed: nullable(optionalInteger()),
  },
  queueMs: 700,
  runMs: 2_500,
  steps: () => 0,
  async make({ input, seed, tools }) {
    const sample = input.audio_url ? await tools.loadSound('audio_url', input.audio_url) : undefined;
    const voice = sample ? `${sample.durationSeconds.toFixed(1)} s` : 'Chatterbox';
    const { audio } = await speak({ text: input.text, voice }, seed, tools);
    return { audio };
  },
});
