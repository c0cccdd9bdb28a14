import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { Paging } from '#product/paging.tsx';
import { HistoryBody } from './history-body.tsx';
import { HistoryCount } from './history-count.tsx';
import { RecordDialogs, useRecordDialogs } from './history-dialogs.tsx';
import { HistoryList, type RenderRunning } from './history-list.tsx';
import { useHistoryRows } from './history-rows.ts';
import { type HistoryView, searchOf } from './history-search.ts';
import { HistorySkeleton } from './history-skeleton.tsx';
import { FinishedRow } from './media/video.tsx';
import { NoVideos } from './video/no-videos.tsx';
import { videoDeletions } from './video/video-deletions.ts';
import { refreshVideoHistory, videoHistoryQuery } from './video/video-history-query.ts';

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
