import { Suspense } from 'react';
import { classNames } from '../class-names.ts';
import { lazyPartWith } from '../lazy-part.tsx';
import type { SoundProps } from './sound-deck.tsx';

const SoundDeck = lazyPartWith(
  async () => (await import('./sound-deck.tsx')).SoundDeck,
  ({ partProps }) => <NativeSound {...partProps} />,
);

/** The browser's own controls, where ours could not be loaded. */
function NativeSound({ src, label }: SoundProps) {
  // biome-ignore lint/a11y/useMediaCaption: there is no text of a generated sound
  return <audio controls preload="none" src={src} aria-label={label} className="w-full" />;
}

/** A sound with its waveform, synchronized with its video if it has one. Nothing loads before it is played. */
export function SoundPlayer(props: SoundProps) {
  const { label, video, beside } = props;
  const boxes = (
    <>
      {video ? <div className="aspect-video rounded-lg bg-stage" /> : null}
      {beside}
      <div className={classNames('h-14', beside !== undefined && 'col-span-2 @2xl:col-span-1')} />
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={label}
      className={classNames(
        'grid gap-3',
        beside === undefined
          ? 'grid-cols-[minmax(0,1fr)]'
          : 'grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-1 @2xl:grid-cols-[6rem_minmax(0,2fr)_minmax(0,3fr)]',
      )}
    >
      <Suspense fallback={boxes}>
        <SoundDeck {...props} />
      </Suspense>
    </div>
  );
}
