import { lazy, Suspense } from 'react';
import { classNames } from '../class-names.ts';

export type SoundLabels = {
  play: string;
  pause: string;
  position: string;
  mute: string;
  unmute: string;
  broken: string;
  /** Formats a length or a position, such as "0:07". */
  clock: (seconds: number) => string;
  positionOf: (seconds: number, durationSeconds: number) => string;
};

export type SoundProps = {
  src: string;
  label: string;
  /** Undefined if the loudness is not known: all bars are low. */
  peaks: readonly number[] | undefined;
  durationSeconds: number;
  labels: SoundLabels;
  /** A video played along, muted. */
  video?: { src: string; label: string };
  /** Puts the sound beside the video instead of below it, if there is room. */
  isBeside?: boolean;
};

const SoundDeck = lazy(async () => ({ default: (await import('./sound-deck.tsx')).SoundDeck }));

/** A sound with its waveform, synchronized with its video if it has one. Nothing loads before it is played. */
export function SoundPlayer(props: SoundProps) {
  const { label, video, isBeside } = props;
  const boxes = (
    <>
      {video ? <div className="aspect-video rounded-lg bg-stage" /> : null}
      <div className="h-14" />
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
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
