import { lazy, type ReactNode, Suspense } from 'react';

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

export type DialogImage = {
  src: string;
  alt: string;
  /** In pixels; unknown ones come with the bytes. */
  width?: number;
  height?: number;
};

export type ImageDialogWords = {
  close: string;
  previous: string;
  next: string;
  zoomIn: string;
  zoomOut: string;
  resetZoom: string;
  /** Which image it is, such as "2 of 4". */
  position: (place: number, count: number) => string;
};

export type ImageDialogProps = {
  images: readonly DialogImage[];
  /** The one that is shown. */
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  title: string;
  words: ImageDialogWords;
  /** Below the image: what can be done with it. */
  children?: ReactNode;
};
