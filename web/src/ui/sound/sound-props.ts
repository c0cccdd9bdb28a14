export type SoundWords = {
  play: string;
  pause: string;
  position: string;
  mute: string;
  unmute: string;
  broken: string;
  /** Says a length or a position, as "0:07". */
  clock: (seconds: number) => string;
  positionOf: (seconds: number, durationSeconds: number) => string;
};

export type SoundProps = {
  src: string;
  label: string;
  /** Nothing for a sound whose loudness is not known: its bars are low. */
  peaks: readonly number[] | undefined;
  durationSeconds: number;
  words: SoundWords;
  /** A video that is played with it, without its own sound. */
  video?: { src: string; label: string };
  /** Beside the video instead of below it, where there is room. */
  isBeside?: boolean;
};
