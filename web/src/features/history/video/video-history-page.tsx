import { lazy, Suspense, useCallback } from 'react';
import type { VideoHistoryContentProps } from '../history-content.tsx';
import { HistoryFrame } from '../history-page.tsx';
import { HistorySearchBox } from '../history-search-box.tsx';
import { HistorySkeleton } from '../history-skeleton.tsx';

// The frame is there before what reads and draws the rows.
const VideoHistoryContent = lazy(async () => ({
  default: (await import('../history-content.tsx')).VideoHistoryContent,
}));

/** `/creator/history/video`. What is searched and which page is shown stand in the address, not here. */
export function VideoHistoryPage(props: VideoHistoryContentProps) {
  const { view, onView } = props;
  const skeleton = <HistorySkeleton type="video" />;
  const search = useCallback((text: string) => onView({ search: text, page: 1 }), [onView]);
  return (
    <HistoryFrame
      type="video"
      bar={<HistorySearchBox type="video" value={view.search} onSearch={search} />}
      skeleton={skeleton}
    >
      <Suspense fallback={skeleton}>
        <VideoHistoryContent {...props} />
      </Suspense>
    </HistoryFrame>
  );
}
