import type { AudioHistoryRow, PublicGeneration } from '@atelier/contract';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatSeconds } from '#lib/format.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { CopyText } from '#product/copyable.tsx';
import { ButtonAction, DownloadAction, RegenerateAction } from '#product/generation/actions/actions.tsx';
import { SoundedVideoAction } from '#product/generation/actions/sounded-video-action.tsx';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import type { Fact } from '#product/generation/facts.tsx';
import { isWithoutResult, namedSoundFile } from '#product/generation/outputs.ts';
import { GenerationSound } from '#product/generation/pictures/generation-sound.tsx';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import type { RowProps } from '../history-medium.ts';
import { FailureNote } from '../list/failure-note.tsx';
import { FavoriteStar } from '../list/favorite-star.tsx';
import { GenerationFacts } from '../list/generation-facts.tsx';
import { EndedRow, TitleLink } from '../list/generation-row.tsx';
import { findRefundBlocker } from './request-refund.ts';

const RefundDialog = lazyPart(async () => (await import('./refund-dialog.tsx')).RefundDialog, {
  note: 'above',
});

/** A finished sound in one row with its input video; its prompt opens the whole generation, receipt included. */
export function AudioRow({ generation, listed: row, box, onOpen, onDelete }: RowProps) {
  const { t } = useTranslation('audio');
  const output = generation.outputs[0];
  const prompt = generation.prompt || t('withoutPrompt');
  const listed = row && isAudioRow(row) ? row : undefined;
  if (isWithoutResult(generation)) {
    return (
      <EndedRow
        generation={generation}
        title={makeExcerpt(prompt)}
        onOpen={onOpen}
        actions={<AudioActions generation={generation} row={listed} onDelete={onDelete} />}
        below={listed?.creditsRefunded ? <RefundPanel row={listed} /> : null}
      >
        {box}
      </EndedRow>
    );
  }
  const title = (
    <div className="relative min-w-0">
      <h3 className="text-sm font-medium">
        <TitleLink id={generation.id} onOpen={onOpen} className="line-clamp-1 after:rounded-md">
          {prompt}
        </TitleLink>
      </h3>
      <AudioFacts generation={generation} />
      <span className="sr-only">
        <StatusBadge status={generation.status} />
      </span>
    </div>
  );
  return (
    <article
      aria-label={prompt}
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 rounded-md p-3 transition-colors duration-150 hover:bg-raised @2xl:grid-cols-[minmax(0,1fr)_auto]"
    >
      {output?.url ? (
        <GenerationSound generation={generation} output={output} url={output.url} beside={title} />
      ) : (
        <div>
          {title}
          <FailureNote generation={generation} />
        </div>
      )}
      <div className="flex flex-wrap">
        <AudioActions generation={generation} row={listed} onDelete={onDelete} />
      </div>
      {listed?.creditsRefunded ? <RefundPanel row={listed} /> : null}
    </article>
  );
}

/** Returns true for a row of the history of sounds, the only one with refunds. */
function isAudioRow(row: object): row is AudioHistoryRow {
  return 'creditsRefunded' in row;
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
  const prompt = makeExcerpt(generation.prompt, 60) || t('withoutPrompt');
  return (
    <>
      <FavoriteStar generation={generation} className="-my-0.5" />
      {output?.url ? (
        <>
          <DownloadAction
            url={output.url}
            fileName={namedSoundFile(generation.prompt, output)}
            isIcon
            label={t('download')}
            name={t('row.downloadOf', { prompt })}
          />
          <SoundedVideoAction
            generation={generation}
            output={{ ...output, url: output.url }}
            isIcon
            name={t('row.videoWithSoundOf', { prompt })}
          />
        </>
      ) : null}
      <RegenerateAction
        isIcon
        generation={generation}
        label={t('again')}
        name={t('row.againOf', { prompt })}
      />
      {row && findRefundBlocker(row) === undefined ? (
        <ButtonAction
          Icon={Undo2}
          isIcon
          label={t('refund.ask')}
          opensDialog
          onClick={() => setIsRequesting(true)}
        />
      ) : null}
      <ButtonAction
        Icon={Trash2}
        isIcon
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
      facts={[...(output?.duration_seconds ? [formatSeconds(output.duration_seconds, i18n.language)] : [])]}
    >
      <li className="flex items-center gap-1 whitespace-nowrap">
        {t('row.requestId')}
        <code className="font-mono text-xs">{requestId.slice(-shownIdLength)}</code>
        <CopyText text={requestId} label={t('row.copyRequestId')} />
      </li>
    </GenerationFacts>
  );
}

/** Reason in the ledger for a refund without one from the user. */
const withoutReason = 'requested';

/** The credits that were returned for a sound, on request or automatically. */
function RefundPanel({ row }: { row: AudioHistoryRow }) {
  const { t, i18n } = useTranslation(['audio', 'messages']);
  const { refundAmount, refundedAt, refundReason, refundAttempts } = row;
  const facts: Fact[] = [
    { label: t('audio:refund.amount'), value: t('audio:credits', { count: refundAmount ?? 0 }) },
    ...(refundedAt ? [{ label: t('audio:refund.time'), value: formatDate(refundedAt, i18n.language) }] : []),
    ...(refundReason && refundReason !== withoutReason
      ? [{ label: t('audio:refund.why'), value: readText(refundReason) }]
      : []),
    {
      label: t('audio:refund.attempts'),
      value: refundAttempts === 0 ? t('audio:refund.automatic') : String(refundAttempts),
    },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <p role="group" aria-label={t('audio:refund.panel')} className="w-full text-xs text-ink-faint">
      {facts.map(({ label, value }) => t('audio:refund.fact', { label, value })).join(' · ')}
    </p>
  );

  /** The reason is an error code for an automatic refund, otherwise what the user wrote. */
  function readText(reason: string): string {
    if (reason === 'cancelled') return t('audio:refund.cancelled');
    return t(`messages:error.${reason}`, { defaultValue: reason });
  }
}
