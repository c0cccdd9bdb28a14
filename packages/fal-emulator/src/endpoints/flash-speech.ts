import { defineEndpoint } from './define-endpoint.ts';
import { choice, decimal, optionalText, required, text } from './fields.ts';
import { speak } from './speak.ts';

const times = { queueMs: 500, runMs: 2_500, steps: () => 0 };

export const xaiTts = defineEndpoint({
  id: 'xai/tts/v1',
  medium: 'audio',
  fields: {
    text: required(text('', 1)),
    voice: choice(['eve', 'ara', 'rex', 'sal', 'leo'], 'eve'),
    language: text('auto'),
  },
  ...times,
  async make({ input, seed, tools }) {
    const { audio } = await speak({ text: input.text, voice: input.voice }, seed, tools);
    return { audio };
  },
});

export const gemini31FlashTts = defineEndpoint({
  id: 'fal-ai/gemini-3.1-flash-tts',
  medium: 'audio',
  fields: {
    prompt: required(text('', 1)),
    style_instructions: optionalText(),
    voice: text('Kore'),
    language_code: optionalText(),
    temperature: decimal({ min: 0, max: 2 }, 1),
    output_format: choice(['wav', 'mp3', 'ogg_opus'], 'mp3'),
  },
  ...times,
  async make({ input, seed, tools }) {
    const { audio } = await speak({ text: input.prompt, voice: input.voice }, seed, tools);
    return { audio };
  },
});
