import { lazy, Suspense } from 'react';
import { classNames } from '../class-names.ts';
import type { SoundProps } from './sound-deck.tsx';

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
