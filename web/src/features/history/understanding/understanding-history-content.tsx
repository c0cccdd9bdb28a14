import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { Paging } from '#product/paging.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { HistoryBody } from '../history-body.tsx';
import { HistoryCount } from '../history-count.tsx';
import { HistoryList, type RenderRunning } from '../history-list.tsx';
import { useHistoryRows } from '../history-rows.ts';
import { type HistoryView, searchOf } from '../history-search.ts';
import { HistorySkeleton } from '../history-skeleton.tsx';
import { AnalysisRow } from '../media/understanding.tsx';
import { NoAnalyses } from './no-analyses.tsx';
import { understandingDeletions } from './understanding-deletions.ts';
import { refreshUnderstandingHistory, understandingHistoryQuery } from './understanding-history-query.ts';

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }));

export type UnderstandingHistoryContentProps = {
  view: HistoryView;
  onView: (view: HistoryView) => void;
  renderRunning: RenderRunning;
};

export function UnderstandingHistoryContent({
  view,
  onView,
  renderRunning,
}: UnderstandingHistoryContentProps) {
  const { t } = useTranslation('history');
  const history = useKeptQuery(understandingHistoryQuery(view));
  const { running, rest, total } = useHistoryRows({
    medium: 'text',
    reply: history.reply,
    deletions: understandingDeletions,
    isTop: view.page === 1 && view.search === '',
    refresh: refreshUnderstandingHistory,
  });
  const [openId, setOpenId] = useState<string>();
  const [deletingId, setDeletingId] = useState<string>();
  const countRef = useRef<HTMLParagraphElement>(null);
  const rows = [...running, ...rest];
  const opened = rows.find(({ id }) => id === openId);
  const isCounted = rows.length > 0 && !history.error;
  const words = view.search ? 'types.image-understanding.found' : 'types.image-understanding.count';
  const deleteNow = (ids: readonly string[]) => {
    setDeletingId(undefined);
    setOpenId(undefined);
    understandingDeletions.deleteWithUndo(ids);
    countRef.current?.focus();
  };
  return (
    <HistoryBody
      type="image-understanding"
      history={history}
      skeleton={<HistorySkeleton type="image-understanding" />}
    >
      <HistoryCount ref={countRef} text={isCounted ? t(words, { count: total }) : null} />
      {rows.length === 0 ? <NoAnalyses view={view} onView={onView} /> : null}
      <HistoryList
        {...{ running, rest, renderRunning }}
        renderRow={(generation) => (
          <AnalysisRow
            generation={generation}
            onOpen={() => setOpenId(generation.id)}
            onDelete={() => setDeletingId(generation.id)}
          />
        )}
      />
      <Paging
        page={view.page}
        totalPages={history.reply?.totalPages ?? 1}
        searchOfPage={(page) => searchOf({ ...view, page })}
      />
      {opened ? (
        <Suspense fallback={null}>
          <AnswerDialog generation={opened} onClose={() => setOpenId(undefined)} onDelete={setDeletingId} />
        </Suspense>
      ) : null}
      <DeleteDialog
        type="image-understanding"
        records={rows.filter(({ id }) => id === deletingId)}
        onClose={() => setDeletingId(undefined)}
        onConfirm={deleteNow}
      />
    </HistoryBody>
  );
}
