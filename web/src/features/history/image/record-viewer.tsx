import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { ImageDialog } from '#ui/image-dialog/image-dialog.tsx';
import { excerptOf } from '../excerpt.ts';
import { ViewerActions } from './viewer-actions.tsx';
import { visibleOutputs } from './visible-outputs.ts';

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
  const { t } = useTranslation('image-history');
  const shots = rows.flatMap((generation) =>
    visibleOutputs(generation).map((output) => ({ generation, output })),
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
      words={{
        close: t('viewer.close'),
        previous: t('viewer.previous'),
        next: t('viewer.next'),
        zoomIn: t('viewer.zoomIn'),
        zoomOut: t('viewer.zoomOut'),
        resetZoom: t('viewer.resetZoom'),
        position: (place, count) => t('viewer.position', { place, count }),
      }}
    >
      <ViewerActions generation={generation} output={output} {...actions} />
    </ImageDialog>
  );
}
