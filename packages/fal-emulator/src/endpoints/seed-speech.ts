import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, optionalText, required, text } from './fields.ts';
import { speak } from './speak.ts';

export const seedSpeech2 = defineEndpoint({
  id: 'fal-ai/bytedance/seed-speech/tts/v2',
  medium: 'audio',
  fields: {
    text: required(text('', 1)),
    voice: text('stokie_en'),
    language: optionalText(),
    speed: decimal({ min: 0.5, max: 2 }, 1),
    pitch: decimal({ min: -12, max: 12 }, 0),
    volume: decimal({ min: 0.5, max: 2 }, 1),
    voice_instruction: optionalText(),
    output_format: choice(['mp3', 'opus'], 'mp3'),
  },
  queueMs: 500,
  runMs: 2_500,
  steps: () => 0,
  async make({ input, seed, tools }) {
    // Leaves out the languages of the voice, which follow its name.
    const [voice = input.voice] = input.voice.split('_');
    const { audio } = await speak({ text: input.text, voice, speed: input.speed }, seed, tools);
    return { audio };
  },
});
