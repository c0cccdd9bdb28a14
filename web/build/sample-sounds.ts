import { type MadeFile, makeFile } from './made-files.ts';

const sampleRate = 44_100;
const seconds = 4;

/** The amplitude at a time in seconds; `noise` is white and the same for every build. */
type Sound = (at: number, noise: () => number) => number;

const tone = (hertz: number, at: number) => Math.sin(2 * Math.PI * hertz * at);

/** A plucked string: its overtones fade faster than its ground. */
const pluck = (hertz: number, since: number) =>
  since < 0
    ? 0
    : Math.exp(-3 * since) * (tone(hertz, since) + 0.4 * Math.exp(-4 * since) * tone(2 * hertz, since));

/** Notes one after another. */
const melody =
  (notes: readonly number[], noteSeconds: number): Sound =>
  (at) =>
    notes.reduce((sum, hertz, index) => sum + 0.4 * pluck(hertz, at - index * noteSeconds), 0);

/** Noise without its upper part; `share` of each new value is taken. */
function muffled(share: number): (noise: () => number) => number {
  let kept = 0;
  return (noise) => {
    kept += share * (noise() - kept);
    return kept;
  };
}

const bellPartials = [
  [1, 1],
  [2.76, 0.6],
  [5.4, 0.3],
  [8.9, 0.15],
] as const;

/** Middle of the two lowest formants of vowels, in hertz: a, e, i, o, u. */
const vowels = [
  [730, 1_090],
  [530, 1_840],
  [270, 2_290],
  [570, 840],
  [300, 870],
] as const;
const syllableSeconds = 0.22;
const overtones = 24;

/** Syllables without words, at the pitch of a speaker that falls towards the end. */
function babble(pitchHertz: number, firstVowel: number): Sound {
  const loudnessOf = vowels.map(([first, second]) =>
    Array.from({ length: overtones }, (_, index) => {
      const hertz = pitchHertz * (index + 1);
      const near = (formant: number) => Math.exp(-(((hertz - formant) / 160) ** 2));
      return (near(first) + 0.5 * near(second) + 0.04) / (index + 1) ** 0.4;
    }),
  );
  return (at) => {
    const syllable = Math.floor(at / syllableSeconds);
    // A pause after every seventh.
    if (syllable % 8 === 7) return 0;
    const within = at / syllableSeconds - syllable;
    const loudness = loudnessOf[(firstVowel + syllable * 3) % vowels.length] ?? [];
    const pitch = pitchHertz * (1.06 - 0.03 * at);
    const wave = loudness.reduce((sum, share, index) => sum + share * tone(pitch * (index + 1), at), 0);
    return 0.3 * Math.sin(Math.PI * within) ** 0.7 * wave;
  };
}

/**
 * Functions that create the sound of a sample, by its name; each file gets a new sound, without the state of another.
 */
const sounds: Record<string, () => Sound> = {
  surf: () => {
    const water = muffled(0.08);
    return (at, noise) => 2.4 * water(noise) * (0.25 + 0.75 * Math.sin((Math.PI * at) / seconds) ** 2);
  },
  rain: () => {
    const drops = muffled(0.5);
    return (_, noise) => 0.25 * drops(noise) + (noise() > 0.9992 ? 0.5 : 0);
  },
  bell: () => (at) =>
    0.3 *
    bellPartials.reduce(
      (sum, [ratio, loudness]) => sum + loudness * tone(330 * ratio, at) * Math.exp(-at * ratio * 0.7),
      0,
    ),
  waltz: () =>
    melody([220, 329.63, 440, 196, 293.66, 392, 174.61, 261.63, 349.23, 164.81, 246.94, 329.63], 0.33),
  drift: () => (at) =>
    0.16 *
    Math.sin((Math.PI * at) / seconds) *
    [110, 164.81, 220, 277.18].reduce((sum, hertz) => sum + tone(hertz * (1 + 0.001 * tone(0.5, at)), at), 0),
  'listen-story': () => babble(115, 0),
  'listen-notice': () => babble(205, 2),
  'listen-lesson': () => babble(165, 4),
  groove: () =>
    melody([110, 110, 164.81, 110, 130.81, 110, 146.83, 164.81, 110, 110, 196, 164.81, 146.83, 130.81], 0.27),
};

/** Makes short sounds that say what a form of sounds makes, by the name of the sample. */
export async function makeSampleSounds(): Promise<Map<string, MadeFile>> {
  const made = new Map<string, MadeFile>();
  for (const [name, create] of Object.entries(sounds)) {
    const file = await makeFile(`sound-${name}.m4a`, { seconds, version: 1 }, async (path) => {
      const { encodeSound } = await import('@atelier/fal-emulator/media');
      await encodeSound(render(create()), path);
    });
    made.set(name, file);
  }
  return made;
}

function render(sound: Sound): Float32Array {
  let state = 1;
  const noise = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2_147_483_648 - 1;
  };
  const count = seconds * sampleRate;
  return Float32Array.from({ length: count }, (_, index) => {
    const edge = Math.min(1, index / 800, (count - index) / 8_000);
    return edge * sound(index / sampleRate, noise);
  });
}
