import { lazy, Suspense } from 'react';
import { classNames } from '../class-names.ts';

const SoundDeck = lazy(async () => ({ default: (await import('./sound-deck.tsx')).SoundDeck }));

/** A sound with its waveform, and in step with it the video that it belongs to. Nothing is loaded before it is played. */
export function SoundPlayer(props: SoundProps) {
  const { label, video, isBeside } = props;
  const boxes = (
    <>
      {video ? <div className="aspect-video rounded-lg bg-stage" /> : null}
      <div className="h-14" />
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      aria-label={label}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-3',
        isBeside && '@2xl:grid-cols-[16rem_minmax(0,1fr)] @2xl:items-center @2xl:gap-5',
      )}
    >
      <Suspense fallback={boxes}>
        <SoundDeck {...props} />
      </Suspense>
    </div>
  );
}

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
