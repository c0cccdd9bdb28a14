import { defineEndpoint } from './define-endpoint.ts';
import {
  choice,
  decimal,
  flag,
  integer,
  nullable,
  optionalInteger,
  optionalText,
  required,
  text,
} from './fields.ts';

// Models that make a piece of music of words.

const times = { queueMs: 900, runMs: 6_000, steps: () => 0 };
/** Length of a song whose request has no length. */
const songSeconds = 60;

export const lyria3 = defineEndpoint({
  id: 'fal-ai/lyria3',
  medium: 'audio',
  fields: { prompt: required(text()), negative_prompt: text(), image_url: optionalText() },
  ...times,
  async make({ input, prompt, seed, tools }) {
    if (input.image_url) await tools.loadImage('image_url', input.image_url);
    return { audio: await tools.sound({ durationSeconds: 30, seed, prompt }) };
  },
});

export const stableAudio25 = defineEndpoint({
  id: 'fal-ai/stable-audio-25/text-to-audio',
  medium: 'audio',
  fields: {
    prompt: required(text()),
    seconds_total: integer({ min: 1, max: 190 }, 190),
    num_inference_steps: integer({ min: 4, max: 8 }, 8),
    guidance_scale: decimal({ min: 1, max: 25 }, 1),
    sync_mode: flag(false),
    seed: nullable(optionalInteger()),
  },
  ...times,
  async make({ input, prompt, seed, tools }) {
    return { audio: await tools.sound({ durationSeconds: input.seconds_total, seed, prompt }), seed };
  },
});

export const minimaxMusic25 = defineEndpoint({
  id: 'fal-ai/minimax-music/v2.5',
  medium: 'audio',
  fields: {
    prompt: required(text()),
    lyrics: text(),
    is_instrumental: flag(false),
    lyrics_optimizer: flag(false),
  },
  ...times,
  async make({ prompt, seed, tools }) {
    return { audio: await tools.sound({ durationSeconds: songSeconds, seed, prompt }) };
  },
});

export const sonauto2 = defineEndpoint({
  id: 'sonauto/v2/text-to-music',
  medium: 'audio',
  fields: {
    prompt: text(),
    lyrics_prompt: optionalText(),
    prompt_strength: decimal({ min: 1.4, max: 3.1 }, 2),
    balance_strength: decimal({ min: 0, max: 1 }, 0.7),
    num_songs: integer({ min: 1, max: 2 }, 1),
    output_format: choice(['flac', 'mp3', 'wav', 'ogg', 'm4a'], 'wav'),
    seed: nullable(optionalInteger()),
  },
  ...times,
  async make({ prompt, seed, tools }) {
    return { audio: [await tools.sound({ durationSeconds: songSeconds, seed, prompt })], seed };
  },
});
