import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/error-state.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { HistoryList, type RenderRunning } from './history-list.tsx';
import { HistoryPaging } from './history-paging.tsx';
import type { HistoryView } from './history-search.ts';
import { HistorySignIn } from './history-sign-in.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';
import { NothingHere } from './nothing-here.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { useHistoryRows } from './use-history-rows.ts';
import { useVideoHistory } from './use-video-history.ts';
import { deleteWithUndo } from './video-deletions.ts';

const DetailsDialog = lazy(async () => ({
  default: (await import('./details/details-dialog.tsx')).DetailsDialog,
}));

export type HistoryContentProps = {
  view: HistoryView;
  onView: (view: HistoryView) => void;
  renderRunning: RenderRunning;
};

/** The rows of a page with everything that can stand in their place: skeletons, an error, nothing. */
export function HistoryContent({ view, onView, renderRunning }: HistoryContentProps) {
  const { t } = useTranslation('history');
  const history = useVideoHistory(view);
  const { running, rest, total } = useHistoryRows(history.reply, view);
  const [openId, setOpenId] = useState<string>();
  const [deletingId, setDeletingId] = useState<string>();
  const countRef = useRef<HTMLParagraphElement>(null);
  const find = (id: string | undefined) => [...running, ...rest].find((generation) => generation.id === id);
  const opened = find(openId);

  if (history.isSignInNeeded) return <HistorySignIn />;
  if (!history.reply && history.error) {
    return (
      <ErrorState
        title={t('failed.title')}
        text={t('failed.body')}
        retryLabel={t('failed.retry')}
        onRetry={history.retry}
      />
    );
  }
  if (!history.reply) return <HistorySkeleton label={t('title')} />;
  const isEmpty = running.length + rest.length === 0;
  return (
    <div aria-busy={history.isOld} className="@container">
      {history.error ? <StaleNotice onRetry={history.retry} /> : null}
      <p ref={countRef} tabIndex={-1} role="status" className="px-3 pt-2 text-sm text-ink-faint outline-none">
        {isEmpty || history.error ? null : t(view.search ? 'found' : 'count', { count: total })}
      </p>
      {isEmpty ? <NothingHere view={view} onView={onView} /> : null}
      <HistoryList {...{ running, rest, renderRunning }} onOpen={setOpenId} onDelete={setDeletingId} />
      <HistoryPaging search={view.search} page={view.page} totalPages={history.reply.totalPages} />
      {opened ? (
        <Suspense fallback={null}>
          <DetailsDialog generation={opened} onClose={() => setOpenId(undefined)} onDelete={setDeletingId} />
        </Suspense>
      ) : null}
      <DeleteDialog
        generation={find(deletingId)}
        onClose={() => setDeletingId(undefined)}
        onConfirm={(id) => {
          setDeletingId(undefined);
          setOpenId(undefined);
          deleteWithUndo(id);
          // The row that had the focus is gone.
          countRef.current?.focus();
        }}
      />
    </div>
  );
}
