import { lazy, Suspense } from 'react';
import type { ImageDialogProps } from './image-dialog-props.ts';

const ImageViewer = lazy(() =>
  import('./image-viewer.tsx').then(({ ImageViewer }) => ({ default: ImageViewer })),
);

/** Images one at a time over the whole window, with zoom. Its code comes with the first one. */
export function ImageDialog(props: ImageDialogProps) {
  return (
    <Suspense fallback={null}>
      <ImageViewer {...props} />
    </Suspense>
  );
}
