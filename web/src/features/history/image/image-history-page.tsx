import { lazy, Suspense, useCallback } from 'react';
import { HistoryFrame } from '../history-page.tsx';
import type { ImageHistoryContentProps } from '../media/image.tsx';
import { ImageBar } from './image-bar.tsx';
import { ImageSkeleton } from './image-skeleton.tsx';

// The frame is there before what reads and draws the rows.
const ImageHistoryContent = lazy(async () => ({
  default: (await import('../media/image.tsx')).ImageHistoryContent,
}));

/** `/creator/history/image`. Page, search, filters and view stand in the address, not here. */
export function ImageHistoryPage(props: ImageHistoryContentProps) {
  const { view, onView } = props;
  const skeleton = <ImageSkeleton viewMode={view.viewMode} />;
  const search = useCallback((text: string) => onView({ ...view, search: text, page: 1 }), [view, onView]);
  return (
    <HistoryFrame
      type="image"
      bar={<ImageBar view={view} onView={onView} onSearch={search} />}
      skeleton={skeleton}
    >
      <Suspense fallback={skeleton}>
        <ImageHistoryContent {...props} />
      </Suspense>
    </HistoryFrame>
  );
}
