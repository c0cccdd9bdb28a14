import type { PublicGeneration } from '@atelier/contract';
import ImageOff from 'lucide-react/icons/image-off';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { excerptOf, tilePromptLength } from '#product/generation/excerpt.ts';
import { ImagePicture, PictureBadge, VideoPicture } from '#product/generation/generation-picture.tsx';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';
import { useMedia } from '#ui/use-media.ts';

type TilePictureProps = {
  record: PublicGeneration;
  isPlaying: boolean;
  isWide: boolean;
  isUrgent: boolean;
  heightPx: number;
};

/** A record as a picture that fills its tile: none is cropped, since the tile has its ratio. */
export function TilePicture({ record, isPlaying, isWide, isUrgent, heightPx }: TilePictureProps) {
  const picture = {
    generation: record,
    loading: isUrgent ? ('now' as const) : ('soon' as const),
    className: 'absolute! inset-0',
  };
  if (record.medium === 'audio') return <SoundPicture record={record} />;
  if (record.medium === 'text') return <AnswerPicture record={record} isWide={isWide} heightPx={heightPx} />;
  if (record.medium === 'video') return <VideoPicture {...picture} isPlaying={isPlaying} />;
  return <ImagePicture {...picture} fit="object-contain" />;
}

function SoundPicture({ record }: { record: PublicGeneration }) {
  const { t } = useTranslation(['library', 'history']);
  const ref = useRef<HTMLAudioElement>(null);
  const output = record.outputs[0];
  const { isPlaying, toggle } = useMedia(ref, {
    knownSeconds: output?.duration_seconds ?? 0,
    isWatched: false,
  });
  const prompt = excerptOf(record.prompt, tilePromptLength) || t('history:withoutPrompt');
  return (
    <div className="absolute inset-0 grid place-items-center bg-raised px-4">
      <div className="h-1/3 w-full">
        <StillWaveform peaks={output?.peaks ?? []} isPlayed={isPlaying} />
      </div>
      {output?.url ? (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: a sound without words */}
          <audio ref={ref} src={output.url} preload="none" />
          <button
            type="button"
            aria-label={t(isPlaying ? 'library:pauseOf' : 'library:playOf', { prompt })}
            onClick={toggle}
            tabIndex={-1}
            className="absolute bottom-2 left-2 z-20 grid size-9 place-items-center rounded-full bg-canvas/80 text-ink hover:bg-canvas"
          >
            {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          </button>
        </>
      ) : null}
      {output?.duration_seconds ? <PictureBadge text={formatClock(output.duration_seconds)} /> : null}
    </div>
  );
}

type AnswerPictureProps = Pick<TilePictureProps, 'record' | 'isWide' | 'heightPx'>;

/** The picture that was asked about, the question, and the beginning of the answer. */
function AnswerPicture({ record, isWide, heightPx }: AnswerPictureProps) {
  const { image } = record.input;
  // Whole lines only: what is left below two lines of the question and inside of the padding.
  const lines = Math.min(6, Math.floor((heightPx - 64) / 18));
  const answer = record.outputs[0]?.text ?? '';
  return (
    <div className="absolute inset-0 flex bg-raised">
      {typeof image === 'string' && isWide ? (
        <span className="relative grid h-full w-2/5 shrink-0 place-items-center bg-stage text-ink-faint">
          <ImageOff size={20} aria-hidden="true" />
          <img
            src={image}
            alt=""
            decoding="async"
            onError={(event) => event.currentTarget.remove()}
            className="absolute inset-0 size-full bg-stage object-contain"
          />
        </span>
      ) : null}
      <div className="min-w-0 flex-1 overflow-hidden p-2.5">
        <p title={record.prompt} dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
          {excerptOf(record.prompt, tilePromptLength)}
        </p>
        {lines > 0 ? (
          <p
            title={answer}
            dir="auto"
            style={{ WebkitLineClamp: lines }}
            className="mt-1 line-clamp-1 text-xs text-ink-soft wrap-anywhere"
          >
            {excerptOf(answer, 300)}
          </p>
        ) : null}
      </div>
    </div>
  );
}
