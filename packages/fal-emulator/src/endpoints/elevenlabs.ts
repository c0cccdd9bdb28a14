import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, integer, required, text } from './fields.ts';

const output_format = choice(['mp3_44100_128', 'mp3_44100_192', 'pcm_44100'], 'mp3_44100_128');

export const elevenlabsSoundEffects = defineEndpoint({
  id: 'fal-ai/elevenlabs/sound-effects/v2',
  medium: 'audio',
  fields: {
    text: required(text()),
    duration_seconds: decimal({ min: 0.5, max: 22 }, 3),
    prompt_influence: decimal({ min: 0, max: 1 }, 0.3),
    loop: flag(false),
    output_format,
  },
  queueMs: 600,
  runMs: 2400,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    return { audio: await tools.sound({ durationSeconds: input.duration_seconds, seed, prompt }) };
  },
});

export const elevenlabsMusic = defineEndpoint({
  id: 'fal-ai/elevenlabs/music',
  medium: 'audio',
  fields: {
    prompt: text(),
    music_length_ms: integer({ min: 3000, max: 600_000 }, 30_000),
    force_instrumental: flag(false),
    output_format,
  },
  queueMs: 900,
  runMs: 6000,
  steps: () => 0,
  async make({ input, prompt, seed, tools }) {
    return { audio: await tools.sound({ durationSeconds: input.music_length_ms / 1000, seed, prompt }) };
  },
});
