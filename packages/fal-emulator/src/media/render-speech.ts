import { sampleRate } from './encode-wav.ts';
import { seededRandom } from './random.ts';

/** Sound of a speaker: two names differ in it. */
export type Speaker = {
  pitchHertz: number;
  /** Factor on the formants: a small one sounds like a large body. */
  formantShift: number;
  syllableSeconds: number;
};

/** Middle of the two lowest formants of vowels, in hertz: a, e, i, o, u. */
const vowels = [
  [730, 1_090],
  [530, 1_840],
  [270, 2_290],
  [570, 840],
  [300, 870],
] as const;
const overtones = 24;
/** Syllables from one pause to the next, the pause among them. */
const phraseSyllables = 8;
const periodSteps = 1_024;

/** Seed with which no two voices of a model sound alike. */
const speakerSeed = 16_578;

/** The same speaker for each spelling of a name: "Sweet Girl", "Sweet_Girl_2". */
export function createSpeaker(name: string): Speaker {
  const spelling = name.replace(/_\d+$/, '').replaceAll(/[\s_]/g, '').toLowerCase();
  const random = seededRandom(`speaker ${speakerSeed} ${spelling}`);
  return {
    pitchHertz: 90 * 2.7 ** random(),
    formantShift: 0.85 + 0.4 * random(),
    syllableSeconds: 0.16 + 0.12 * random(),
  };
}

/**
 * Syllables without words, whose pitch falls towards each pause, as samples at 44,100 a second. `start`, below 1, chooses
 * the first vowel.
 */
export function renderSpeech(speaker: Speaker, durationSeconds: number, start: number): Float32Array {
  const { pitchHertz, syllableSeconds } = speaker;
  const firstVowel = Math.floor(start * vowels.length);
  const periods = vowels.map((_, vowel) => drawPeriod(speaker, vowel));
  const count = Math.max(1, Math.round(durationSeconds * sampleRate));
  let phase = 0;
  return Float32Array.from({ length: count }, (_, index) => {
    const syllables = index / sampleRate / syllableSeconds;
    const syllable = Math.floor(syllables);
    const place = syllable % phraseSyllables;
    phase += (pitchHertz * (1.06 - (0.12 * (syllables % phraseSyllables)) / phraseSyllables)) / sampleRate;
    if (place === phraseSyllables - 1) return 0;
    const period = periods[(firstVowel + syllable * 3) % vowels.length];
    const wave = period?.[Math.floor((phase % 1) * periodSteps)] ?? 0;
    const edge = Math.min(1, index / 800, (count - index) / 4_000);
    return 0.3 * edge * Math.sin(Math.PI * (syllables - syllable)) ** 0.7 * wave;
  });
}

/** One period of the speaker's voice on a vowel. */
function drawPeriod({ pitchHertz, formantShift }: Speaker, vowel: number): Float32Array {
  const [first, second] = vowels[vowel] ?? vowels[0];
  const loudness = Array.from({ length: overtones }, (_, index) => {
    const hertz = pitchHertz * (index + 1);
    const near = (formant: number) => Math.exp(-(((hertz - formant * formantShift) / 160) ** 2));
    return (near(first) + 0.5 * near(second) + 0.04) / (index + 1) ** 0.4;
  });
  return Float32Array.from({ length: periodSteps }, (_, step) =>
    loudness.reduce(
      (sum, share, index) => sum + share * Math.sin((2 * Math.PI * (index + 1) * step) / periodSteps),
      0,
    ),
  );
}
