import type { Tools } from '../tools.ts';

/** The pace of an audio book. */
const charactersPerSecond = 14;

export type Spoken = { text: string; voice: string; speed?: number };

/** A sound as long as it takes to say the words. */
export async function speak({ text: words, voice, speed = 1 }: Spoken, seed: number, tools: Tools) {
  const durationSeconds = Math.max(1, [...words].length / charactersPerSecond / speed);
  return {
    audio: await tools.sound({ durationSeconds, seed, prompt: `${voice}: ${words}` }),
    durationSeconds,
  };
}
