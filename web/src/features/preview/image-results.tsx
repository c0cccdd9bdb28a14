import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useImageDialogLabels } from '#product/generation/image-dialog-labels.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { ImageDialog } from '#ui/image-dialog/image-dialog.tsx';
import { countImages } from './count-images.ts';
import { HiddenImage } from './hidden-image.tsx';
import { ImageGrid } from './image-grid.tsx';
import { ImageTile } from './image-tile.tsx';
import { OutputActions } from './output-actions.tsx';

/** The images of a job, each opening the dialog; one that is not shown says why. */
export function ImageResults({ generation }: { generation: PublicGeneration }) {
  const words = useImageDialogLabels();
  const [openIndex, setOpenIndex] = useState<number>();
  const shown = shownOutputs(generation);
  const total = countImages(generation);
  const opened = openIndex === undefined ? undefined : shown[openIndex];
  return (
    <>
      <ImageGrid
        generation={generation}
        renderCell={(index) => {
          const output = generation.outputs[index];
          const image = shown.find((candidate) => candidate === output);
          if (!image) return <HiddenImage isFlagged={output?.is_flagged ?? false} />;
          return (
            <ImageTile
              generation={generation}
              output={image}
              place={index + 1}
              total={total}
              onOpen={() => setOpenIndex(shown.indexOf(image))}
            />
          );
        }}
      />
      {opened && openIndex !== undefined ? (
        <ImageDialog
          images={shown.map(({ url, width, height }) => ({
            src: url,
            alt: generation.prompt,
            width: width ?? undefined,
            height: height ?? undefined,
          }))}
          index={openIndex}
          onIndex={setOpenIndex}
          onClose={() => setOpenIndex(undefined)}
          title={generation.prompt}
          words={words}
        >
          <OutputActions generation={generation} output={opened} onUse={() => setOpenIndex(undefined)} />
        </ImageDialog>
      ) : null}
    </>
  );
}
