import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { Modal } from '../modal.tsx';
import { useViewerKeys } from './use-viewer-keys.ts';
import { useZoom } from './use-zoom.ts';
import { type ImageDialogLabels, ViewerBar } from './viewer-bar.tsx';
import type { View } from './zoom.ts';

type DialogImage = {
  src: string;
  alt: string;
  /** In pixels; undefined until the image has loaded if not known before. */
  width?: number;
  height?: number;
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

const turnClassName = 'absolute! top-1/2 -mt-5 bg-surface/85';

/** After the last image comes the first. */
export function ImageViewer(props: ImageDialogProps) {
  const { images, index, onIndex, onClose, title, labels, children } = props;
  const titleId = useId();
  const image = images[index];
  const stageRef = useRef<HTMLDivElement>(null);
  const imageRef = useRef<HTMLImageElement>(null);
  const hasOthers = images.length > 1;
  const turn = (by: number) => {
    if (hasOthers) onIndex((index + by + images.length) % images.length);
  };
  const { view, isHeld, zoomBy, panBy, reset } = useZoom({ stageRef, imageRef, onSwipe: turn });
  const onKeyDown = useViewerKeys({ turn, zoomBy, panBy, reset });
  useNeighbours(images, index);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each image starts at the initial zoom
  useEffect(reset, [image?.src]);

  const frame = { titleId, title, labels, zoom: view.zoom, onZoom: zoomBy, onReset: reset, onClose };
  return (
    <Modal
      isOpen
      onClose={onClose}
      labelledBy={titleId}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-arrive bg-canvas p-0 text-ink"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it takes the initial focus, so that the keys work */}
      <div tabIndex={-1} data-autofocus onKeyDown={onKeyDown} className="flex h-full flex-col outline-none">
        <ViewerBar {...frame} position={hasOthers ? labels.position(index + 1, images.length) : undefined} />
        <div className="relative min-h-0 flex-1 bg-stage">
          {image ? <ViewerStage {...{ stageRef, imageRef, image, view, isHeld }} /> : null}
          {hasOthers ? (
            <>
              <IconButton
                label={labels.previous}
                onClick={() => turn(-1)}
                className={`${turnClassName} left-3`}
              >
                <ChevronLeft size={22} aria-hidden="true" />
              </IconButton>
              <IconButton label={labels.next} onClick={() => turn(1)} className={`${turnClassName} right-3`}>
                <ChevronRight size={22} aria-hidden="true" />
              </IconButton>
            </>
          ) : null}
        </div>
        {children ? (
          <div className="flex flex-wrap justify-center gap-1 border-t border-line bg-surface px-3 py-2">
            {children}
          </div>
        ) : null}
      </div>
    </Modal>
  );
}

/** Loads the previous and the next image ahead, so that they are shown at once. */
function useNeighbours(images: ImageDialogProps['images'], index: number): void {
  useEffect(() => {
    for (const by of [1, -1]) {
      const neighbour = images[(index + by + images.length) % images.length];
      if (neighbour && images.length > 1) new Image().src = neighbour.src;
    }
  }, [images, index]);
}

type ViewerStageProps = {
  stageRef: RefObject<HTMLDivElement | null>;
  imageRef: RefObject<HTMLImageElement | null>;
  image: DialogImage;
  view: View;
  isHeld: boolean;
};

/** The image, transformed by the view: at once while it is dragged, otherwise with a transition. */
function ViewerStage({ stageRef, imageRef, image, view, isHeld }: ViewerStageProps) {
  return (
    <div
      ref={stageRef}
      className={classNames(
        'absolute inset-0 flex touch-none items-center justify-center overflow-hidden select-none',
        view.zoom > 100 && (isHeld ? 'cursor-grabbing' : 'cursor-grab'),
      )}
    >
      <img
        key={image.src}
        ref={imageRef}
        src={image.src}
        alt={image.alt}
        width={image.width}
        height={image.height}
        draggable={false}
        className={classNames(
          'h-auto max-h-full w-auto max-w-full object-contain',
          !isHeld && 'transition-transform duration-150',
        )}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom / 100})` }}
      />
    </div>
  );
}
