import { countMinutes, fileSeconds, perCharacter, perRequest, type Rate, readNumber } from './rate-forms.ts';

// Rates of models that make sounds, speech and music, write them down, or let lips follow them.

const perFileSecond = (unitPriceUsd: number): Rate => ({
  unit: 'second',
  unitPriceUsd,
  countUnits: () => fileSeconds,
});

const perFileMinute = (unitPriceUsd: number): Rate => ({
  unit: 'minute',
  unitPriceUsd,
  countUnits: () => fileSeconds / 60,
});

export const soundRates: Readonly<Record<string, Rate>> = {
  'fal-ai/thinksound/audio': perRequest(0.02),
  'fal-ai/thinksound': perRequest(0.02),
  'fal-ai/elevenlabs/sound-effects/v2': {
    unit: 'second',
    unitPriceUsd: 0.002,
    countUnits: ({ duration_seconds: seconds }) => readNumber(seconds, fileSeconds),
  },
  'fal-ai/elevenlabs/tts/eleven-v3': perCharacter(0.0001),
  'fal-ai/elevenlabs/speech-to-text/scribe-v2': {
    unit: 'minute',
    unitPriceUsd: 0.008,
    countUnits: (_, output) => countMinutes(output),
  },
  'fal-ai/elevenlabs/tts/turbo-v2.5': perCharacter(0.00005),
  'fal-ai/minimax/speech-2.8-hd': perCharacter(0.0001),
  'fal-ai/chatterbox/text-to-speech': perCharacter(0.000025),
  'fal-ai/bytedance/seed-speech/tts/v2': perCharacter(0.00003),
  'xai/tts/v1': perCharacter(0.000015),
  'fal-ai/gemini-3.1-flash-tts': perCharacter(0.00015),
  'fal-ai/elevenlabs/music': {
    unit: 'minute',
    unitPriceUsd: 0.8,
    countUnits: ({ music_length_ms: ms }) => Math.ceil(readNumber(ms, 60_000) / 60_000),
  },
  'fal-ai/lyria3': perRequest(0.04),
  'fal-ai/stable-audio-25/text-to-audio': perRequest(0.2),
  'fal-ai/minimax-music/v2.5': perRequest(0.15),
  'sonauto/v2/text-to-music': perRequest(0.075),
  'sonilo/v1.1/video-to-video-sound-effects': perFileSecond(0.009),
  'fal-ai/workflow-utilities/auto-subtitle': perFileMinute(0.03),
  'fal-ai/sync-lipsync/v2': perFileMinute(3),
  'fal-ai/bytedance/omnihuman/v1.5': perFileSecond(0.16),
};
