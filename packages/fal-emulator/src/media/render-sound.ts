import { writeFile } from 'node:fs/promises';
import { encodeWav, sampleRate } from './encode-wav.ts';
import { seededRandom } from './random.ts';
import { createSpeaker, renderSpeech } from './render-speech.ts';

export type SoundOrder = {
  durationSeconds: number;
  seed: number;
  prompt: string;
  /** The name of who speaks, for speech instead of chords. */
  speaker?: string;
  isSilent?: boolean;
};

/** Frequencies of quiet chords that sound well in any order (A minor pentatonic, low to high). */
const chords = [
  [110, 220, 261.63, 329.63],
  [98, 196, 293.66, 392],
  [130.81, 261.63, 329.63, 392],
  [87.31, 220, 261.63, 349.23],
];
const chordSeconds = 2.5;

/**
 * Writes soft chords that swell and fade, or the syllables of a speaker, as a 16-bit stereo WAV of exactly the requested
 * length.
 */
export async function renderSound(order: SoundOrder, outputPath: string): Promise<void> {
  const { durationSeconds, seed, prompt, speaker, isSilent } = order;
  if (speaker === undefined || isSilent) return renderChords(order, outputPath);
  const random = seededRandom(`${prompt}\n${seed}`);
  const speech = renderSpeech(createSpeaker(speaker), durationSeconds, random());
  await writeFile(outputPath, encodeWav(speech, speech));
}

async function renderChords(
  { durationSeconds, seed, prompt, isSilent }: SoundOrder,
  outputPath: string,
): Promise<void> {
  const random = seededRandom(`${prompt}\n${seed}`);
  const firstChord = Math.floor(random() * chords.length);
  const sampleCount = Math.max(1, Math.round(durationSeconds * sampleRate));
  const left = new Float32Array(sampleCount);
  const right = new Float32Array(sampleCount);
  for (let index = 0; index * chordSeconds < durationSeconds; index += 1) {
    const chord = chords[(firstChord + index) % chords.length] ?? [];
    for (const frequency of chord) addTone({ left, right, frequency, index, pan: random() });
  }
  const shape = (value: number, at: number) =>
    isSilent ? 0 : value * Math.min(1, at / (0.05 * sampleRate), (sampleCount - at) / (0.4 * sampleRate));
  await writeFile(outputPath, encodeWav(left.map(shape), right.map(shape)));
}

type Tone = { left: Float32Array; right: Float32Array; frequency: number; index: number; pan: number };

/** Each tone outlasts its chord, so that chords blend. */
function addTone({ left, right, frequency, index, pan }: Tone): void {
  const from = Math.floor(index * chordSeconds * sampleRate);
  const length = Math.floor(chordSeconds * 1.6 * sampleRate);
  const angle = (2 * Math.PI * frequency) / sampleRate;
  const loudness = 0.16 * Math.sqrt(110 / frequency);
  for (let step = 0; step < length && from + step < left.length; step += 1) {
    const share = step / length;
    const swell = Math.min(1, share * 6) * (1 - share) ** 1.4;
    const wave =
      Math.sin(angle * step) + 0.35 * Math.sin(angle * 2.003 * step) + 0.12 * Math.sin(angle * 3 * step);
    const value = wave * swell * loudness;
    left[from + step] = (left[from + step] ?? 0) + value * (1.2 - pan * 0.4);
    right[from + step] = (right[from + step] ?? 0) + value * (0.8 + pan * 0.4);
  }
}
