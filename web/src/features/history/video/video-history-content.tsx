import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { Paging } from '#product/paging.tsx';
import { HistoryBody } from '../history-body.tsx';
import { HistoryCount } from '../history-count.tsx';
import { HistoryList, type RenderRunning } from '../history-list.tsx';
import { type HistoryView, searchOf } from '../history-search.ts';
import { HistorySkeleton } from '../history-skeleton.tsx';
import { RecordDialogs, useRecordDialogs } from '../record-dialogs.tsx';
import { useHistoryRows } from '../use-history-rows.ts';
import { FinishedRow } from './finished-row.tsx';
import { NoVideos } from './no-videos.tsx';
import { videoDeletions } from './video-deletions.ts';
import { refreshVideoHistory, videoHistoryQuery } from './video-history-query.ts';

export type VideoHistoryContentProps = {
  view: HistoryView;
  onView: (view: HistoryView) => void;
  renderRunning: RenderRunning;
};

export function VideoHistoryContent({ view, onView, renderRunning }: VideoHistoryContentProps) {
  const { t } = useTranslation('history');
  const history = useKeptQuery(videoHistoryQuery(view));
  const { running, rest, total } = useHistoryRows({
    medium: 'video',
    reply: history.reply,
    deletions: videoDeletions,
    isTop: view.page === 1 && view.search === '',
    refresh: refreshVideoHistory,
  });
  const dialogs = useRecordDialogs();
  const countRef = useRef<HTMLParagraphElement>(null);
  const rows = [...running, ...rest];
  const isCounted = rows.length > 0 && !history.error;
  const deleteNow = (ids: readonly string[]) => {
    videoDeletions.deleteWithUndo(ids);
    countRef.current?.focus();
  };
  return (
    <HistoryBody type="video" history={history} skeleton={<HistorySkeleton type="video" />}>
      <HistoryCount
        ref={countRef}
        text={isCounted ? t(view.search ? 'types.video.found' : 'types.video.count', { count: total }) : null}
      />
      {rows.length === 0 ? <NoVideos view={view} onView={onView} /> : null}
      <HistoryList
        {...{ running, rest, renderRunning }}
        renderRow={(generation) => (
          <FinishedRow
            generation={generation}
            onOpen={() => dialogs.setOpenId(generation.id)}
            onDelete={() => dialogs.setDeletingId(generation.id)}
          />
        )}
      />
      <Paging
        page={view.page}
        totalPages={history.reply?.totalPages ?? 1}
        searchOfPage={(page) => searchOf({ ...view, page })}
      />
      <RecordDialogs type="video" rows={rows} state={dialogs} onDelete={deleteNow} />
    </HistoryBody>
  );
}
