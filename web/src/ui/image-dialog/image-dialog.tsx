import { lazy, type ReactNode, Suspense } from 'react';

export type DialogImage = {
  src: string;
  alt: string;
  /** In pixels; undefined until the image has loaded if not known before. */
  width?: number;
  height?: number;
};

export type ImageDialogLabels = {
  close: string;
  previous: string;
  next: string;
  zoomIn: string;
  zoomOut: string;
  resetZoom: string;
  /** Such as "2 of 4". */
  position: (place: number, count: number) => string;
};

export type ImageDialogProps = {
  images: readonly DialogImage[];
  /** Of the image that is shown. */
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  title: string;
  labels: ImageDialogLabels;
  /** Actions below the image. */
  children?: ReactNode;
};

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
