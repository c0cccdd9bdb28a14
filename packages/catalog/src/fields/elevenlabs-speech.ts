import { ignored } from '../field.ts';
import { spokenOutputs } from '../spoken-words.ts';
import { same } from '../wire.ts';
import { spokenLanguageField, spokenTextField, voiceField } from './speech-fields.ts';
import { seedField, sliderField } from './value-fields.ts';

/** The speakers of ElevenLabs that fal's types name, its default first. */
const voices = [
  'Rachel',
  'Aria',
  'Roger',
  'Sarah',
  'Laura',
  'Charlie',
  'George',
  'Callum',
  'River',
  'Liam',
  'Charlotte',
  'Alice',
  'Matilda',
  'Will',
  'Jessica',
  'Eric',
  'Chris',
  'Brian',
  'Daniel',
  'Lily',
  'Bill',
] as const;

/** Fields of the models of ElevenLabs that read a text aloud. */
export const elevenSpeechFields = {
  prompt: spokenTextField(5_000),
  voice: voiceField(voices, 'Rachel'),
  language: spokenLanguageField,
  stability: sliderField({ min: 0, max: 1, step: 0.05, default: 0.5 }),
  seed: ignored(seedField()),
};

export const elevenSpeechWire = () => ({
  prompt: 'text' as const,
  voice: same,
  language: { as: 'language_code' as const, unless: 'auto' as const },
  stability: same,
  seed: null,
});

/** Times of the words come at no price, and make captions. */
export const elevenSpeechResult = {
  fixed: { timestamps: true },
  outputs: spokenOutputs,
} as const;

/** Fields that both leave at fal's default. */
export const elevenSpeechUnsold = { apply_text_normalization: 'auto', timestamps: false } as const;
