import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format/format-date.ts';
import { excerptOf } from '#product/generation/excerpt.ts';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { FailureNote } from '../failure-note.tsx';
import { AnalysisActions } from '../understanding/analysis-actions.tsx';

type AnalysisRowProps = { generation: PublicGeneration; onOpen: () => void; onDelete: () => void };

/** A question that was answered or not. The whole row opens the answer; without one there is nothing to open. */
export function AnalysisRow({ generation, onOpen, onDelete }: AnalysisRowProps) {
  const { t, i18n } = useTranslation('history');
  const { prompt, status, credits, created_at, input } = generation;
  const answer = generation.outputs[0]?.text;
  const question = excerptOf(prompt);
  return (
    <article
      aria-label={question}
      className="relative grid grid-cols-[5rem_minmax(0,1fr)] gap-3 rounded-xl p-3 transition-colors duration-150 hover:bg-raised @md:grid-cols-[8rem_minmax(0,1fr)] @2xl:grid-cols-[11rem_minmax(0,1fr)] @2xl:gap-5"
    >
      <div className="relative aspect-4/3 overflow-hidden rounded-lg bg-stage">
        {typeof input.image === 'string' ? (
          <MediaThumb
            src={input.image}
            kind="image"
            label=""
            fallback={t('types.image-understanding.noImage')}
          />
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex items-start gap-3">
          <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">
            {answer ? (
              <button
                type="button"
                onClick={onOpen}
                aria-haspopup="dialog"
                className="w-full text-left outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
              >
                {question}
              </button>
            ) : (
              question
            )}
          </h3>
          <StatusBadge status={status} />
        </div>
        {answer ? <p className="text-sm text-ink-soft wrap-anywhere">{excerptOf(answer)}</p> : null}
        <FailureNote generation={generation} />
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-faint">
          <span>{t('credits', { count: credits.cost })}</span>
          <time dateTime={created_at}>{formatDate(created_at, i18n.language)}</time>
        </p>
        <div className="relative mt-auto -ml-3 flex w-fit flex-wrap">
          <AnalysisActions generation={generation} onDelete={onDelete} />
        </div>
      </div>
    </article>
  );
}
