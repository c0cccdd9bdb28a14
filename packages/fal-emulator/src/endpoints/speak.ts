import type { Tools } from '../tools.ts';

/** The pace of an audio book. */
const charactersPerSecond = 14;

export type Spoken = { text: string; voice: string; speed?: number };

/** A sound as long as it takes to say the words, in a voice that no other name has. */
export async function speak({ text: words, voice, speed = 1 }: Spoken, seed: number, tools: Tools) {
  const durationSeconds = Math.max(1, [...words].length / charactersPerSecond / speed);
  return {
    audio: await tools.sound({ durationSeconds, seed, prompt: words, speaker: voice }),
    durationSeconds,
  };
}

/** The letters of a speech with their times, a part for each sentence, as ElevenLabs reports them. */
export function alignLetters(words: string, durationSeconds: number) {
  const count = Math.max(1, [...words].length);
  let said = 0;
  return (words.match(/[^.!?。！？]*[.!?。！？]*\s*/gu) ?? []).filter(Boolean).map((sentence) => {
    const characters = [...sentence];
    const first = said;
    said += characters.length;
    const timeAt = (place: number) => Math.round(((first + place) / count) * durationSeconds * 1_000) / 1_000;
    return {
      characters,
      character_start_times_seconds: characters.map((_, place) => timeAt(place)),
      character_end_times_seconds: characters.map((_, place) => timeAt(place + 1)),
    };
  });
}
