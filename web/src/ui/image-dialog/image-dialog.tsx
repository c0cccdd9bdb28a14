import { lazy, Suspense } from 'react';
import type { ImageDialogProps } from './image-viewer.tsx';

const ImageViewer = lazy(() =>
  import('./image-viewer.tsx').then(({ ImageViewer }) => ({ default: ImageViewer })),
);

/** A full-screen viewer with zoom, one image at a time. Its code loads with the first one. */
export function ImageDialog(props: ImageDialogProps) {
  return (
    <Suspense fallback={null}>
      <ImageViewer {...props} />
    </Suspense>
  );
}
