import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { prefersStill } from '#ui/prefers-still.ts';
import { SoundToggle } from '#ui/sound/sound-toggle.tsx';
import type { ListedSample } from './list-samples.ts';

type SampleGridProps = {
  samples: readonly ListedSample[];
  onChoose: (sample: ListedSample) => void;
};

/** Pictures and sounds that fill in the form with one press; a picture that can move does so while it is pointed at. */
export function SampleGrid({ samples, onChoose }: SampleGridProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {samples.map((sample, place) => {
        const props = { sample, onChoose: () => onChoose(sample) };
        return (
          <div key={sample.id} style={toStyle(samples.length, place)}>
            {sample.soundUrl ? (
              <SoundSample {...props} url={sample.soundUrl} />
            ) : (
              <PictureSample {...props} />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Two in a row, of an odd number the last three; on a phone two as long as there are two. */
function toStyle(count: number, place: number) {
  const isThird = count % 2 === 1 && place >= count - 3;
  return { flex: isThird ? '1 1 30%' : '1 1 40%', minWidth: '8.5rem' };
}

type SampleProps = { sample: ListedSample; onChoose: () => void };

function PictureSample({ sample, onChoose }: SampleProps) {
  const { t } = useTranslation('samples');
  const { title, prompt, pictureUrl, loopUrl } = sample;
  const [isPointed, setPointed] = useState(false);
  const isPlaying = usePlaying(isPointed && loopUrl !== undefined);
  return (
    <button
      type="button"
      onClick={onChoose}
      onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && setPointed(true)}
      onBlur={() => setPointed(false)}
      className="group relative block aspect-video w-full overflow-hidden rounded-lg bg-stage text-left text-sm"
    >
      <img
        src={pictureUrl}
        alt=""
        width={480}
        height={270}
        className="absolute inset-0 size-full object-cover"
      />
      {isPlaying ? (
        <video
          src={loopUrl}
          muted
          loop
          autoPlay
          playsInline
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
      <span
        // A press that begins on a line which then leaves is no click.
        className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col justify-end bg-linear-to-t from-shade to-transparent p-3 text-on-accent"
      >
        <span title={title} className="truncate font-semibold">
          {title}
        </span>
        {isPointed && prompt ? (
          <span title={prompt} className="line-clamp-2 text-xs">
            {prompt}
          </span>
        ) : null}
        {isPointed ? (
          <span className="mt-1.5 flex items-center gap-1.5 text-xs font-semibold">
            <CornerDownLeft size={12} aria-hidden="true" />
            {t('use')}
          </span>
        ) : null}
      </span>
    </button>
  );
}

/** Shorter than a pointer takes to cross a tile. */
const restMs = 150;

/** Whether a tile plays: it has been pointed at for a moment, and its user saves neither motion nor data. */
function usePlaying(isPointed: boolean): boolean {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPointed || prefersStill()) return;
    const timer = setTimeout(() => setPlaying(true), restMs);
    return () => {
      clearTimeout(timer);
      setPlaying(false);
    };
  }, [isPointed]);
  return isPlaying;
}

/** A sound to listen to, beside the button that takes its prompt. */
function SoundSample({ sample: { title }, url, onChoose }: SampleProps & { url: string }) {
  const { t } = useTranslation('samples');
  return (
    <div className="flex h-18 min-w-0 items-center rounded-md bg-raised">
      <SoundToggle
        src={url}
        playLabel={t('listen', { title })}
        stopLabel={t('stop', { title })}
        onError={showErrorToast}
      />
      <button
        type="button"
        title={title}
        onClick={onChoose}
        className="h-full min-w-0 flex-1 truncate rounded-md pr-2 text-left text-xs text-ink-soft hover:text-ink"
      >
        {title}
      </button>
    </div>
  );
}
