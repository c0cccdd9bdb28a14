import type { Cue } from '@atelier/catalog/captions';
import { fillWords, readServerWords } from '@atelier/words';

const wordsIn = readServerWords<{ speaker: string }>('captions');

/** Numbers of speakers in the order of their first words, from 1: the model's own names are ids. */
export function numberSpeakers(cues: readonly Cue[]): ReadonlyMap<string, number> {
  const speakers = new Set(cues.flatMap(({ speaker }) => speaker ?? []));
  return new Map([...speakers].map((speaker, place) => [speaker, place + 1]));
}

/** Names the speakers of these cues in a language. */
export function createSpeakerNames(cues: readonly Cue[], language: string): (speaker: string) => string {
  const numbers = numberSpeakers(cues);
  const { speaker: words } = wordsIn(language);
  return (speaker) => fillWords(words, { number: numbers.get(speaker) ?? speaker });
}
