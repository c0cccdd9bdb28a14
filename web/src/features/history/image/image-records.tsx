import { lazy } from 'react';
import type { ImageView } from './image-view.ts';
import type { ImageRecordsProps } from './record-handlers.ts';

// Of the two views only the one that is shown is fetched.
const ImageGrid = lazy(async () => ({ default: (await import('./image-grid.tsx')).ImageGrid }));
const ImageList = lazy(async () => ({ default: (await import('./image-list.tsx')).ImageList }));

/** The records of a page in the view that was chosen. */
export function ImageRecords({ viewMode, ...props }: ImageRecordsProps & Pick<ImageView, 'viewMode'>) {
  return viewMode === 'list' ? <ImageList {...props} /> : <ImageGrid {...props} />;
}
