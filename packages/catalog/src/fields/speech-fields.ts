import type { Field } from '../field.ts';
import { charactersPerSecond } from '../priced-text.ts';
import { rulePrice } from '../pricing.ts';
import { oneOf } from './model-fields.ts';
import { countCodePoints, promptField } from './text-field.ts';
import { choiceField } from './value-fields.ts';

/** The words that are spoken. Models count them as we do, in code points. */
export const spokenTextField = (maxCodePoints: number): Field<string> => ({
  ...promptField({ maxCodePoints }),
  labels: 'speech',
  isPricedByLength: true,
});

/** Who speaks. Forms show the voices as tiles with samples to listen to, by the unit. */
export function voiceField<const Voice extends string>(
  voices: readonly Voice[],
  fallback: NoInfer<Voice>,
): Field<Voice> {
  return choiceField<Voice>({
    options: voices.map((value) => ({ value })),
    default: fallback,
    variant: 'tiles',
    unit: 'voice',
  });
}

/** ISO 639-1 codes of languages that every model here speaks. */
const languages = [
  'auto',
  'en',
  'zh',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'pl',
  'ru',
  'tr',
  'ar',
  'hi',
  'ja',
  'ko',
] as const;

export const spokenLanguageField = oneOf(languages, { default: 'auto', unit: 'language' });

type Spoken = { prompt?: string | undefined };

/** Returns fal's charge for a text, in millionths of a dollar; for an empty one, as in a form that opens, one character. */
export const costPerCharacter =
  (microUsd: number) =>
  ({ prompt = '' }: Spoken): number =>
    microUsd * Math.max(1, countCodePoints(prompt));

/** The price by the rule of a text, and its length. */
export const priceByLength = (cost: (input: Spoken) => number) => (input: Spoken) =>
  rulePrice(cost(input), { characters: countCodePoints(input.prompt ?? '') });

/** How long a text is when it is spoken. */
export const countSpokenSeconds = ({ prompt = '' }: Spoken): number =>
  Math.max(1, countCodePoints(prompt) / charactersPerSecond);
