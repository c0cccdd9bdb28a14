import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import type { RowProps } from '../history-medium.ts';
import { GenerationFacts } from '../list/generation-facts.tsx';
import { EndedRow, GenerationRow } from '../list/generation-row.tsx';
import { AnalysisActions } from '../understanding/analysis-actions.tsx';

export const understandingHistory = defineHistoryMedium({
  type: 'image-understanding',
  medium: 'text',
  list: (view, signal) => listLibrary('image-understanding', view, signal),
  empty: { Icon: mediumIcons.text, path: 'image-understanding' },
  Row: AnalysisRow,
});

/** A question with the start of its answer. */
export function AnalysisRow({ generation, box, onOpen, onDelete }: RowProps) {
  const { t } = useTranslation('history');
  const { prompt, status, input } = generation;
  const answer = generation.outputs[0]?.text;
  const question = makeExcerpt(prompt);
  const actions = <AnalysisActions generation={generation} onDelete={onDelete} />;
  if (isWithoutResult(generation))
    return (
      <EndedRow generation={generation} title={question} onOpen={onOpen} actions={actions}>
        {box}
      </EndedRow>
    );
  return (
    <GenerationRow
      id={generation.id}
      aria-label={question}
      status={status}
      title={question}
      onOpen={onOpen}
      className="grid-cols-[5rem_minmax(0,1fr)] @md:grid-cols-[8rem_minmax(0,1fr)] @2xl:grid-cols-[11rem_minmax(0,1fr)]"
      picture={
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
      }
      actions={actions}
    >
      {answer ? (
        <p dir="auto" className="text-sm text-ink-soft wrap-anywhere">
          {makeExcerpt(answer)}
        </p>
      ) : null}
      <GenerationFacts generation={generation} />
    </GenerationRow>
  );
}
