import type { AudioHistoryReply, AudioHistoryRow, PublicGeneration } from '@atelier/contract';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDate, formatSeconds } from '#lib/format.ts';
import { CopyText } from '#product/copyable.tsx';
import { ButtonAction, DownloadAction, RegenerateAction } from '#product/generation/actions.tsx';
import { excerptOf } from '#product/generation/excerpt.ts';
import { type Fact, FactTable } from '#product/generation/facts.tsx';
import { GenerationSound } from '#product/generation/generation-sound.tsx';
import { namedSoundFile } from '#product/generation/outputs.ts';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { ReceiptDisclosure } from '#product/receipt/receipt.tsx';
import { FailureNote } from '../failure-note.tsx';
import { GenerationFacts } from '../generation-facts.tsx';
import type { RowProps } from '../history-medium.ts';
import { findRefundBlocker } from './request-refund.ts';

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));

/** A finished sound beside its input video, with its refund and its receipt. Everything is shown in the row itself. */
export function AudioRow({ generation, listed, onDelete }: RowProps<AudioHistoryReply>) {
  const { t } = useTranslation('audio');
  const output = generation.outputs[0];
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
        <GenerationSound generation={generation} output={output} url={output.url} isBeside />
      ) : (
        <FailureNote generation={generation} />
      )}
      <AudioFacts generation={generation} />
      {listed?.creditsRefunded ? <RefundPanel row={listed} /> : null}
      <ReceiptDisclosure
        title={t('details.receipt')}
        generationId={generation.id}
        revision={generation.revision}
      />
      <div className="-ml-3 flex flex-wrap">
        <AudioActions generation={generation} row={listed} onDelete={onDelete} />
      </div>
    </article>
  );
}

type AudioActionsProps = {
  generation: PublicGeneration;
  row: AudioHistoryRow | undefined;
  onDelete: () => void;
};

function AudioActions({ generation, row, onDelete }: AudioActionsProps) {
  const { t } = useTranslation('audio');
  const [isRequesting, setIsRequesting] = useState(false);
  const output = generation.outputs[0];
  const prompt = excerptOf(generation.prompt, 60) || t('withoutPrompt');
  return (
    <>
      {output?.url ? (
        <DownloadAction
          url={output.url}
          fileName={namedSoundFile(generation.prompt, output)}
          label={t('download')}
          name={t('row.downloadOf', { prompt })}
        />
      ) : null}
      <RegenerateAction generation={generation} label={t('again')} name={t('row.againOf', { prompt })} />
      {row && findRefundBlocker(row) === undefined ? (
        <ButtonAction
          Icon={Undo2}
          label={t('refund.ask')}
          opensDialog
          onClick={() => setIsRequesting(true)}
        />
      ) : null}
      <ButtonAction
        Icon={Trash2}
        label={t('row.delete')}
        name={t('row.deleteOf', { prompt })}
        onClick={onDelete}
      />
      {row && isRequesting ? (
        <Suspense fallback={null}>
          <RefundDialog row={row} onClose={() => setIsRequesting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Enough characters of a request id to recognize it. */
const shownIdLength = 8;

/** The facts end with the end of the request id and a button that copies all of it. */
function AudioFacts({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('audio');
  const { request_id: requestId } = generation;
  const output = generation.outputs[0];
  return (
    <GenerationFacts
      generation={generation}
      facts={[
        ...(output?.duration_seconds ? [formatSeconds(output.duration_seconds, i18n.language)] : []),
        ...(output?.bytes ? [formatBytes(output.bytes, i18n.language)] : []),
      ]}
    >
      <li className="flex items-center gap-1 whitespace-nowrap">
        {t('row.requestId')}
        <code className="font-mono text-xs">{requestId.slice(-shownIdLength)}</code>
        <CopyText text={requestId} label={t('row.copyRequestId')} />
      </li>
    </GenerationFacts>
  );
}

/** The credits that were returned for a sound, on request or automatically. */
function RefundPanel({ row }: { row: AudioHistoryRow }) {
  const { t, i18n } = useTranslation(['audio', 'messages']);
  const { refundAmount, refundedAt, refundReason, refundAttempts } = row;
  const facts: Fact[] = [
    { label: t('audio:refund.amount'), value: t('audio:credits', { count: refundAmount ?? 0 }) },
    ...(refundedAt ? [{ label: t('audio:refund.time'), value: formatDate(refundedAt, i18n.language) }] : []),
    ...(refundReason ? [{ label: t('audio:refund.why'), value: textOf(refundReason) }] : []),
    {
      label: t('audio:refund.attempts'),
      value: refundAttempts === 0 ? t('audio:refund.automatic') : String(refundAttempts),
    },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={t('audio:refund.panel')}
      className="w-fit max-w-full rounded-md bg-ok-soft px-4 py-3 text-sm"
    >
      <h4 className="font-medium text-ok-text">{t('audio:refund.panel')}</h4>
      <FactTable facts={facts} isCompact className="mt-1" />
    </div>
  );

  /** The reason is an error code for an automatic refund, otherwise what the user wrote. */
  function textOf(reason: string): string {
    if (reason === 'cancelled') return t('audio:refund.cancelled');
    return t(`messages:error.${reason}`, { defaultValue: reason });
  }
}
