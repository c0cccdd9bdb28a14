import type { Tools } from '../tools.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, flag, optionalText, required, text } from './fields.ts';
import { alignLetters, type Spoken, speak } from './speak.ts';

const shared = {
  text: required(text()),
  voice: text('Rachel'),
  stability: decimal({ min: 0, max: 1 }, 0.5),
  language_code: optionalText(),
  timestamps: flag(false),
  apply_text_normalization: choice(['auto', 'on', 'off'], 'auto'),
};

async function read(input: Spoken & { timestamps: boolean }, seed: number, tools: Tools) {
  const { audio, durationSeconds } = await speak(input, seed, tools);
  return { audio, timestamps: input.timestamps ? alignLetters(input.text, durationSeconds) : null };
}

export const elevenV3 = defineEndpoint({
  id: 'fal-ai/elevenlabs/tts/eleven-v3',
  medium: 'audio',
  fields: shared,
  queueMs: 800,
  runMs: 3_000,
  steps: () => 0,
  make: ({ input, seed, tools }) => read(input, seed, tools),
});

export const elevenTurbo = defineEndpoint({
  id: 'fal-ai/elevenlabs/tts/turbo-v2.5',
  medium: 'audio',
  fields: {
    ...shared,
    speed: decimal({ min: 0.7, max: 1.2 }, 1),
    similarity_boost: decimal({ min: 0, max: 1 }, 0.75),
    style: decimal({ min: 0, max: 1 }, 0),
    previous_text: optionalText(),
    next_text: optionalText(),
  },
  queueMs: 500,
  runMs: 1_200,
  steps: () => 0,
  make: ({ input, seed, tools }) => read(input, seed, tools),
});
