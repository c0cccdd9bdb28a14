import { countClipSeconds } from '@atelier/catalog/cuts';
import AudioLines from 'lucide-react/icons/audio-lines';
import Film from 'lucide-react/icons/film';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type BenchClip, type BenchSource, isSound } from '#product/playback/bench-clip.ts';
import { formatMoment } from '#product/playback/clip-times.ts';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { classNames } from '#ui/class-names.ts';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';
import { type DragProps, useDragOrder } from '#ui/use-drag-order.ts';
import { useFollowedChoice } from '#ui/use-followed-choice.ts';
import type { BenchParts } from './use-bench.ts';
import type { Commands } from './use-commands.ts';

/** Width of a second, and the limits within which a clip shows its length. */
const secondPx = 28;
const leastPx = 76;
const mostPx = 260;

type ClipStripProps = BenchParts & { commands: Commands };

/** All clips in their order, each as wide as it is long. Arrows choose one, with Shift they move it. */
export function ClipStrip({ bench, dispatch, commands }: ClipStripProps) {
  const { t } = useTranslation('cut');
  const { clips } = bench.cut;
  const readDrag = useDragOrder(clips, ({ id }, place) => dispatch({ do: 'move', id, place }));
  const choose = (place: number) => {
    const clip = clips[place];
    if (clip) dispatch({ do: 'select', id: clip.id });
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey) commands.move(by);
    else choose(place + by);
  };
  return (
    <ol aria-label={t('strip.title')} className="mt-3 flex gap-2 overflow-x-auto p-1">
      {clips.map((clip, place) => (
        <ClipTile
          key={clip.id}
          clip={clip}
          place={place}
          source={bench.sources[clip.url]}
          isChosen={clip.id === bench.selectedId}
          drag={readDrag(clip, place)}
          onChoose={() => choose(place)}
          onKeyDown={(event) => onKeyDown(event, place)}
        />
      ))}
    </ol>
  );
}

type ClipTileProps = {
  clip: BenchClip;
  place: number;
  source: BenchSource | undefined;
  isChosen: boolean;
  drag: DragProps;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function ClipTile({ clip, place, source, isChosen, drag, onChoose, onKeyDown }: ClipTileProps) {
  const { t } = useTranslation('cut');
  const ref = useRef<HTMLButtonElement>(null);
  useFollowedChoice(ref, isChosen, place);
  const seconds = countClipSeconds(clip);
  const { isDragged, ...dragProps } = drag;
  const name = source?.name || t('clip.unnamed');
  return (
    <li
      {...dragProps}
      className={classNames('shrink-0', isDragged && 'opacity-50')}
      style={{ width: Math.min(mostPx, Math.max(leastPx, seconds * secondPx)) }}
    >
      <button
        ref={ref}
        type="button"
        title={name}
        aria-pressed={isChosen}
        tabIndex={isChosen ? 0 : -1}
        onClick={onChoose}
        onKeyDown={onKeyDown}
        className={classNames(
          'relative block h-18 w-full overflow-hidden rounded-md bg-stage text-ink-faint',
          isChosen && 'outline-2 outline-offset-2 outline-accent-text',
        )}
      >
        {/* Not a label: its words would lack what is seen. */}
        <span className="sr-only">
          {t('strip.clip', { number: place + 1, name, seconds: formatMoment(seconds) })}
        </span>
        {source && isSound(source) ? (
          <ClipWave clip={clip} source={source} />
        ) : (
          <ClipPicture url={clip.url} start={clip.start} poster={source?.poster} />
        )}
        <span
          aria-hidden="true"
          className="absolute bottom-1.5 left-1.5 rounded bg-shade px-1 text-xs text-on-accent tabular-nums"
        >
          {place + 1}
        </span>
        <span
          aria-hidden="true"
          className="absolute right-1.5 bottom-1.5 rounded bg-shade px-1 text-xs text-on-accent tabular-nums"
        >
          {formatMoment(seconds)}
        </span>
      </button>
    </li>
  );
}

/** The loudness of the part that stays, in the order in which it is played. An upload has a sign. */
function ClipWave({ clip, source }: { clip: BenchClip; source: BenchSource }) {
  const { peaks, seconds } = source;
  const part = useMemo(() => {
    if (!peaks) return undefined;
    const toPlace = (moment: number) => Math.round((moment / seconds) * peaks.length);
    const kept = peaks.slice(toPlace(clip.start), Math.max(toPlace(clip.start) + 1, toPlace(clip.end)));
    return clip.is_reversed ? kept.toReversed() : kept;
  }, [peaks, seconds, clip.start, clip.end, clip.is_reversed]);
  if (!part) return <AudioLines size={20} aria-hidden="true" className="absolute inset-0 m-auto" />;
  return <StillWaveform peaks={part} />;
}

type ClipPictureProps = { url: string; start: number; poster: string | null | undefined };

/** A work has a picture; of an upload the browser shows the one it begins with. */
function ClipPicture({ url, start, poster }: ClipPictureProps) {
  const className = 'absolute inset-0 size-full object-cover';
  if (poster) return <img src={poster} alt="" draggable={false} decoding="async" className={className} />;
  return (
    <>
      <Film size={20} aria-hidden="true" className="absolute inset-0 m-auto" />
      <video
        src={`${toPreviewAddress(url)}#t=${start.toFixed(1)}`}
        muted
        playsInline
        preload="metadata"
        aria-hidden="true"
        tabIndex={-1}
        className={className}
      />
    </>
  );
}
