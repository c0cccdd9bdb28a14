import { lazy, Suspense, useCallback } from 'react';
import { HistoryFrame } from '../history-page.tsx';
import { HistorySearchBox } from '../history-search-box.tsx';
import { HistorySkeleton } from '../history-skeleton.tsx';
import type { UnderstandingHistoryContentProps } from './understanding-history-content.tsx';

// The frame is there before what reads and draws the rows.
const UnderstandingHistoryContent = lazy(async () => ({
  default: (await import('./understanding-history-content.tsx')).UnderstandingHistoryContent,
}));

/** `/creator/history/image-understanding`, and the same at `/creator/image-understanding/history`. */
export function UnderstandingHistoryPage(props: UnderstandingHistoryContentProps) {
  const { view, onView } = props;
  const skeleton = <HistorySkeleton type="image-understanding" />;
  const search = useCallback((text: string) => onView({ search: text, page: 1 }), [onView]);
  return (
    <HistoryFrame
      type="image-understanding"
      bar={<HistorySearchBox type="image-understanding" value={view.search} onSearch={search} />}
      skeleton={skeleton}
    >
      <Suspense fallback={skeleton}>
        <UnderstandingHistoryContent {...props} />
      </Suspense>
    </HistoryFrame>
  );
}
