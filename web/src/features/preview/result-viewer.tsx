import type { PublicGeneration } from '@atelier/contract';
import { useImageDialogLabels } from '#product/generation/image-dialog-labels.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import type { ViewedRecord } from '#product/generation/viewed-record.ts';
import { ImageDialog } from '#ui/image-dialog/image-dialog.tsx';
import { OutputActions } from './output-actions.tsx';

type ResultViewerProps = { generation: PublicGeneration; record: ViewedRecord };

/** The images of one generation, opened from its card. */
export function ResultViewer({ generation, record }: ResultViewerProps) {
  const labels = useImageDialogLabels();
  const { id, prompt } = generation;
  const shown = shownOutputs(generation);
  const opened = shown[(record.view?.image ?? 1) - 1] ?? shown[0];
  if (!opened) return null;
  return (
    <ImageDialog
      images={shown.map(({ url, width, height }) => ({
        src: url,
        alt: prompt,
        width: width ?? undefined,
        height: height ?? undefined,
      }))}
      index={shown.indexOf(opened)}
      onIndex={(index) => record.show({ id, image: index + 1 })}
      onClose={record.close}
      title={prompt}
      labels={labels}
    >
      <OutputActions generation={generation} output={opened} />
    </ImageDialog>
  );
}
