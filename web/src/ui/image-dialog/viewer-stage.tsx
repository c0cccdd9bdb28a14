import type { RefObject } from 'react';
import { classNames } from '../class-names.ts';
import type { DialogImage } from './image-dialog-props.ts';
import type { View } from './zoom.ts';

type ViewerStageProps = {
  stageRef: RefObject<HTMLDivElement | null>;
  imageRef: RefObject<HTMLImageElement | null>;
  image: DialogImage;
  view: View;
  isHeld: boolean;
};

/** The image as the view says; under the hand it follows at once, otherwise it glides. */
export function ViewerStage({ stageRef, imageRef, image, view, isHeld }: ViewerStageProps) {
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
