import type { AudioHistoryRow, PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useSoundWords } from '#product/generation/generation-sound.tsx';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { ReceiptDisclosure } from '#product/receipt/receipt.tsx';
import { SoundPlayer } from '#ui/sound/sound-player.tsx';
import { FailureNote } from '../failure-note.tsx';
import { AudioActions } from './audio-actions.tsx';
import { AudioFacts } from './audio-facts.tsx';
import { RefundPanel } from './refund-panel.tsx';

type AudioRowProps = {
  generation: PublicGeneration;
  /** What the list says of it beyond the record; not there before the list was read again. */
  row: AudioHistoryRow | undefined;
  onDelete: () => void;
};

/** A finished record: the input video beside the sound, played together, and all that is known of both. */
export function AudioRow({ generation, row, onDelete }: AudioRowProps) {
  const { t } = useTranslation('audio');
  const words = useSoundWords();
  const output = generation.outputs[0];
  const { video_url: videoUrl } = generation.input;
  const prompt = generation.prompt || t('withoutPrompt');
  return (
    <article
      aria-label={prompt}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl p-3 transition-colors duration-150 hover:bg-surface"
    >
      <div className="flex items-start gap-3">
        <h3 className="line-clamp-3 min-w-0 flex-1 font-medium wrap-anywhere">{prompt}</h3>
        <StatusBadge status={generation.status} />
      </div>
      {output?.url ? (
        <SoundPlayer
          src={output.url}
          label={t('soundOf', { prompt })}
          peaks={output.peaks}
          durationSeconds={output.duration_seconds ?? 0}
          words={words}
          video={typeof videoUrl === 'string' ? { src: videoUrl, label: t('inputVideo') } : undefined}
          isBeside
        />
      ) : (
        <FailureNote generation={generation} />
      )}
      <AudioFacts generation={generation} />
      {row?.creditsRefunded ? <RefundPanel row={row} /> : null}
      <ReceiptDisclosure
        title={t('details.receipt')}
        generationId={generation.id}
        revision={generation.revision}
      />
      <div className="-ml-3 flex flex-wrap">
        <AudioActions generation={generation} row={row} onDelete={onDelete} />
      </div>
    </article>
  );
}
