import type { PublicGeneration } from '@atelier/contract';
import Info from 'lucide-react/icons/info';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { ButtonAction, DownloadAction, RegenerateAction } from '#product/generation/actions.tsx';
import { excerptOf } from '#product/generation/excerpt.ts';
import { useImageDialogLabels } from '#product/generation/image-dialog-labels.ts';
import { downloadName, type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import type { RecordView } from '#product/generation/record-address.ts';
import { UsesMenu } from '#product/generation/uses-menu.tsx';
import { ImageDialog } from '#ui/image-dialog/image-dialog.tsx';
import { FavoriteStar } from './image-controls.tsx';

type ViewerActions = {
  onDetails: (id: string) => void;
  onTag: (id: string) => void;
  onDelete: (id: string) => void;
};

type ImageViewerProps = ViewerActions & {
  generations: readonly PublicGeneration[];
  /** The image that is shown, among all of them. */
  shown: RecordView;
  onShow: (shown: { id: string; image: number }) => void;
  onClose: () => void;
};

/** All images of the page, one at a time, in a circle. */
export function ImageViewer({ generations, shown, onShow, onClose, ...actions }: ImageViewerProps) {
  const labels = useImageDialogLabels();
  const shots = generations.flatMap((generation) =>
    shownOutputs(generation).map((output, index) => ({ generation, output, image: index + 1 })),
  );
  const ofRecord = shots.filter(({ generation }) => generation.id === shown.id);
  const shot = ofRecord.find(({ image }) => image === shown.image) ?? ofRecord[0];
  if (!shot) return null;
  return (
    <ImageDialog
      images={shots.map(({ generation, output }) => ({
        src: output.url,
        alt: excerptOf(generation.prompt),
        width: output.width ?? undefined,
        height: output.height ?? undefined,
      }))}
      index={shots.indexOf(shot)}
      onIndex={(next) => {
        const { generation, image } = shots[next] ?? shot;
        onShow({ id: generation.id, image });
      }}
      onClose={onClose}
      title={excerptOf(shot.generation.prompt)}
      labels={labels}
    >
      <Toolbar generation={shot.generation} output={shot.output} {...actions} />
    </ImageDialog>
  );
}

type ToolbarProps = ViewerActions & { generation: PublicGeneration; output: ShownOutput };

function Toolbar({ generation, output, onDetails, onTag, onDelete }: ToolbarProps) {
  const { t } = useTranslation(['image-history', 'preview']);
  const { id } = generation;
  return (
    <>
      <FavoriteStar key={id} generation={generation} />
      <ButtonAction isToolbar Icon={Tag} label={t('tags.edit')} onClick={() => onTag(id)} />
      <DownloadAction
        isToolbar
        url={output.url}
        fileName={downloadName(generation, output)}
        label={t('viewer.download')}
      />
      <RegenerateAction isToolbar generation={generation} label={t('viewer.regenerate')} />
      <UsesMenu output={output} label={t('preview:uses.title')} />
      <ButtonAction isToolbar Icon={Info} label={t('viewer.details')} onClick={() => onDetails(id)} />
      <ButtonAction isToolbar Icon={Trash2} label={t('viewer.delete')} onClick={() => onDelete(id)} />
    </>
  );
}
