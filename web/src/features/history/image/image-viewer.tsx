import type { PublicGeneration } from '@atelier/contract';
import { excerptOf } from '#product/generation/excerpt.ts';
import { useImageDialogLabels } from '#product/generation/image-dialog-labels.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { ImageDialog } from '#ui/image-dialog/image-dialog.tsx';
import { ViewerActions } from './viewer-actions.tsx';

type RecordViewerProps = {
  rows: readonly PublicGeneration[];
  /** The id of the output that is looked at. */
  shownId: string;
  onShow: (outputId: string) => void;
  onClose: () => void;
  onDetails: (id: string) => void;
  onTag: (id: string) => void;
  onDelete: (id: string) => void;
};

/** All images of the page, one at a time, round and round. */
export function RecordViewer({ rows, shownId, onShow, onClose, ...actions }: RecordViewerProps) {
  const labels = useImageDialogLabels();
  const shots = rows.flatMap((generation) =>
    shownOutputs(generation).map((output) => ({ generation, output })),
  );
  const index = shots.findIndex(({ output }) => output.id === shownId);
  const shot = shots[index];
  if (!shot) return null;
  const { generation, output } = shot;
  return (
    <ImageDialog
      images={shots.map((each) => ({
        src: each.output.url,
        alt: excerptOf(each.generation.prompt),
        width: each.output.width ?? undefined,
        height: each.output.height ?? undefined,
      }))}
      index={index}
      onIndex={(next) => onShow(shots[next]?.output.id ?? shownId)}
      onClose={onClose}
      title={excerptOf(generation.prompt)}
      words={labels}
    >
      <ViewerActions generation={generation} output={output} {...actions} />
    </ImageDialog>
  );
}
