import type { PublicGeneration, TranscriptParagraph } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { formatClock } from '#lib/format.ts';
import { useRead } from '#lib/use-read.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { CopyText } from '../copyable.tsx';

type TranscriptViewProps = { generation: PublicGeneration };

/** Transcript of a file, with times that play it from there, and its downloads. */
export function TranscriptView({ generation }: TranscriptViewProps) {
  const { t } = useTranslation('transcript');
  const { id, outputs } = generation;
  const text = outputs[0]?.text ?? '';
  const sourceRef = useRef<HTMLVideoElement>(null);
  const { reply, isFailed, readAgain } = useRead(text === '' ? undefined : id, (signal) =>
    request('GET /api/generations/{id}/transcript', { params: { id }, signal }),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Source generation={generation} sourceRef={sourceRef} />
      {text === '' ? (
        <p role="status" className="text-ink-soft">
          {t('silent')}
        </p>
      ) : (
        <Paragraphs
          paragraphs={reply?.paragraphs ?? [{ start: 0, end: 0, speaker: null, text }]}
          hasTimes={reply !== undefined}
          onSeek={(seconds) => playFrom(sourceRef.current, seconds)}
        />
      )}
      {isFailed ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm">
          {t('partly')}
          <Button size="sm" onClick={readAgain}>
            {t('retry')}
          </Button>
        </p>
      ) : null}
      {text === '' ? null : <Downloads id={id} text={text} />}
    </div>
  );
}

function playFrom(source: HTMLVideoElement | null, seconds: number): void {
  if (!source) return;
  source.currentTime = seconds;
  // A browser may refuse to play; the place is set all the same.
  source.play().catch(() => source.focus());
}

type SourceProps = {
  generation: PublicGeneration;
  sourceRef: RefObject<HTMLVideoElement | null>;
};

/** The file that was transcribed, with the captions; nothing when the generation no longer has it. */
function Source({ generation, sourceRef }: SourceProps) {
  const { t, i18n } = useTranslation('transcript');
  const [isGone, setGone] = useState(false);
  const [hasPicture, setPicture] = useState(false);
  const { id, input } = generation;
  const { audio_url: url } = input;
  if (typeof url !== 'string' || url === '' || isGone) return null;
  return (
    <video
      ref={sourceRef}
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={t('source')}
      onLoadedMetadata={({ currentTarget }) => setPicture(currentTarget.videoWidth > 0)}
      onError={() => setGone(true)}
      className="max-h-80 w-full rounded-lg bg-stage"
      style={hasPicture ? undefined : { height: '3.5rem' }}
    >
      <track
        kind="captions"
        default
        label={t('captions')}
        src={`/api/generations/${id}/captions/vtt?language=${i18n.language}`}
      />
    </video>
  );
}

type ParagraphsProps = {
  paragraphs: readonly TranscriptParagraph[];
  hasTimes: boolean;
  onSeek: (seconds: number) => void;
};

function Paragraphs({ paragraphs, hasTimes, onSeek }: ParagraphsProps) {
  const { t } = useTranslation('transcript');
  const hasSpeakers = new Set(paragraphs.map(({ speaker }) => speaker)).size > 1;
  return (
    <ol aria-label={t('title')} className="grid max-w-prose gap-3">
      {paragraphs.map(({ start, end, speaker, text }) => (
        <li key={`${start}-${end}-${speaker}`}>
          <p className="flex items-center gap-2 text-sm text-ink-soft">
            {hasTimes ? (
              <button
                type="button"
                aria-label={t('seek', { at: formatClock(start) })}
                onClick={() => onSeek(start)}
                className="rounded-sm text-accent-text tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"
              >
                {formatClock(start)}
              </button>
            ) : null}
            {hasSpeakers && speaker !== null ? t('speaker', { number: speaker }) : null}
          </p>
          <p dir="auto" className="leading-7 whitespace-pre-wrap wrap-anywhere">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

const formats = ['txt', 'srt', 'vtt'] as const;

function Downloads({ id, text }: { id: string; text: string }) {
  const { t, i18n } = useTranslation('transcript');
  return (
    <div className="-ml-3 flex flex-wrap gap-1">
      <CopyText text={text} label={t('copy')} isWide />
      {formats.map((format) => (
        <a
          key={format}
          href={`/api/generations/${id}/captions/${format}?language=${i18n.language}`}
          download
          aria-label={t('files', { format: format.toUpperCase() })}
          className={buttonVariants('ghost', 'sm')}
        >
          <Download size={16} aria-hidden="true" />
          {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}
