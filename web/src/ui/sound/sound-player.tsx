import { Suspense } from 'react';
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
  const { label, video } = props;
  const boxes = (
    <>
      {video ? <div className="aspect-video rounded-lg bg-stage" /> : null}
      <div className="h-14" />
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div role="group" aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Suspense fallback={boxes}>
        <SoundDeck {...props} />
      </Suspense>
    </div>
  );
}
