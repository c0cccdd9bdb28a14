import { writeFile } from 'node:fs/promises';
import { seededRandom } from './random.ts';

export type SoundOrder = { durationSeconds: number; seed: number; prompt: string; isSilent?: boolean };

export const sampleRate = 44_100;
const channels = 2;
const bytesPerSample = 2;
/** Frequencies of quiet chords that sound well in any order (A minor pentatonic, low to high). */
const chords = [
  [110, 220, 261.63, 329.63],
  [98, 196, 293.66, 392],
  [130.81, 261.63, 329.63, 392],
  [87.31, 220, 261.63, 349.23],
];
const chordSeconds = 2.5;

/** Writes soft chords that swell and fade, as a 16-bit stereo WAV of exactly the requested length. */
export async function renderSound(
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

/** A 16-bit stereo WAV of samples at 44,100 a second; beyond -1 and 1 they are bent, not cut. */
export function encodeWav(left: Float32Array, right: Float32Array): Buffer {
  const data = Buffer.alloc(left.length * channels * bytesPerSample);
  for (let at = 0; at < left.length; at += 1) {
    data.writeInt16LE(toSample(left[at] ?? 0), at * 4);
    data.writeInt16LE(toSample(right[at] ?? 0), at * 4 + 2);
  }
  return Buffer.concat([wavHeader(data.length), data]);
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

function toSample(value: number): number {
  return Math.round(Math.tanh(value) * 32_000);
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * bytesPerSample, 28);
  header.writeUInt16LE(channels * bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
