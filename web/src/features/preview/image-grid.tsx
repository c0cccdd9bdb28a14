import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { MediaBox } from '#ui/media-box.tsx';

type ImageGridProps = {
  generation: PublicGeneration;
  renderCell?: (index: number) => ReactNode;
  /** Overlays the whole grid. */
  children?: ReactNode;
};

/** One cell per requested image, two in a row; keeps its size from submission to result. */
export function ImageGrid({ generation, renderCell, children }: ImageGridProps) {
  const count = countImages(generation);
  const columns = count > 1 ? 2 : 1;
  const known = generation.outputs.find((output) => output.width !== null && output.height !== null);
  const width = known?.width ?? generation.width ?? 1;
  const height = known?.height ?? generation.height ?? 1;
  return (
    <MediaBox
      width={width * columns}
      height={height * Math.ceil(count / columns)}
      backdrop={count === 1 ? known?.poster_url : undefined}
      color={known?.placeholder}
    >
      <div
        className="absolute inset-0 grid auto-rows-fr gap-0.5"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an image keeps its index
          <div key={index} className="group/cell relative overflow-hidden bg-raised">
            {renderCell?.(index)}
          </div>
        ))}
      </div>
      {children}
    </MediaBox>
  );
}

/** The number of images requested. */
export function countImages({ input, outputs }: PublicGeneration): number {
  const { num_images: count } = input;
  return typeof count === 'number' ? count : Math.max(1, outputs.length);
}
