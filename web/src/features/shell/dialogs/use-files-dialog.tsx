import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { pendingFiles } from '#product/drop/pending-files.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const uses = {
  image: [
    { id: 'image-to-video', path: 'image-to-video/image-to-video' },
    { id: 'image-to-image', path: 'image/image-to-image' },
    { id: 'image-understanding', path: 'image-understanding' },
  ],
  video: [
    { id: 'video-to-audio', path: 'video-to-audio' },
    { id: 'vace', path: 'video/vace' },
  ],
} as const;

/** Files that were dropped on a page without a field for them: what to make of them. */
export function UseFilesDialog({ dialog, onClose }: AppDialogProps<'use-files'>) {
  const { t } = useTranslation(['dialogs', 'shell']);
  const navigate = useNavigate();
  const [file] = dialog.files;
  const medium = findMedium(file);
  const use = (path: string) => {
    onClose();
    pendingFiles.set({ files: dialog.files, path });
    void navigate(pageTarget(path));
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(medium ? 'dialogs:useFiles.title' : 'dialogs:useFiles.unknown')}
      closeLabel={t('shell:close')}
    >
      <p dir="auto" className="wrap-anywhere">
        {file?.name}
      </p>
      {medium ? (
        <>
          {dialog.refusedBy ? (
            <p className="mt-3">{t('dialogs:useFiles.refused', { model: dialog.refusedBy })}</p>
          ) : null}
          <div className="mt-5 grid gap-2">
            {uses[medium].map(({ id, path }) => (
              <Button key={id} size="lg" onClick={() => use(path)}>
                {t(`dialogs:useFiles.${id}`)}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p className="mt-3">{t('dialogs:useFiles.accepted')}</p>
      )}
    </Dialog>
  );
}

/** Forms take a GIF as a video. */
function findMedium(file: File | undefined): keyof typeof uses | undefined {
  if (file?.type.startsWith('video/') || file?.type === 'image/gif') return 'video';
  return file?.type.startsWith('image/') ? 'image' : undefined;
}
