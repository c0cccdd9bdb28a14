import type { UploadAccept } from '@atelier/contract';
import AudioLines from 'lucide-react/icons/audio-lines';
import Film from 'lucide-react/icons/film';
import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { accountStore } from '#product/account/account-store.ts';
import { findSort } from '#product/generation/find-sort.ts';
import { toPreviewAddress, type UploadItem } from '#product/uploads/upload-board.ts';
import { useUploadLabels } from '#product/uploads/use-upload-labels.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { SmallPlayer } from '#ui/sound/small-player.tsx';
import type { Uploads } from '../uploads/use-uploads.ts';
import { LibraryChoice } from './library-choice.tsx';

type MovingFileProps = { item: UploadItem; isSmall: boolean; onCancel: () => void };

/**
 * A file being uploaded. Only images are shown already: browsers log errors that a page cannot suppress for a file
 * that turns out not to be a video.
 */
export function MovingFile({ item, isSmall, onCancel }: MovingFileProps) {
  const { t } = useTranslation('create');
  const { name } = item.file;
  return (
    <FileBox isSmall={isSmall} action={{ label: t('upload.cancel', { name }), onPress: onCancel }}>
      {item.previewUrl && item.accept === 'image' ? (
        <div className="opacity-50">
          <MediaThumb src={item.previewUrl} kind="image" label={name} fallback={name} />
        </div>
      ) : item.accept === 'audio' ? (
        <AudioLines size={28} aria-hidden="true" className="absolute inset-0 m-auto text-ink-faint" />
      ) : (
        <Film size={28} aria-hidden="true" className="absolute inset-0 m-auto text-ink-faint" />
      )}
      <div className="absolute inset-x-0 bottom-0 bg-surface/85 px-3 pt-1.5 pb-2 text-xs">
        <p className="mb-1.5 flex justify-between gap-2">
          <span title={name} className="truncate">
            {name}
          </span>
          <span className="tabular-nums">{item.percent} %</span>
        </p>
        <ProgressBar label={t('upload.progress', { name })} percent={item.percent} />
      </div>
    </FileBox>
  );
}

type UploadedFileProps = {
  url: string;
  accept: UploadAccept;
  label: string;
  isSmall: boolean;
  onRemove: () => void;
};

export function UploadedFile({ url, accept, label, isSmall, onRemove }: UploadedFileProps) {
  const { t } = useTranslation('create');
  return (
    <FileBox isSmall={isSmall} action={{ label: t('upload.remove', { label }), onPress: onRemove }}>
      <FileView url={url} accept={accept} label={label} />
    </FileBox>
  );
}

function FileView({ url, accept, label }: Pick<UploadedFileProps, 'url' | 'accept' | 'label'>) {
  const src = toPreviewAddress(url);
  const sort = findSort(url, accept);
  if (sort !== 'audio') return <MediaThumb src={src} kind={sort} label={label} fallback={url} />;
  return <SmallPlayer src={src} label={label} />;
}

type FailedFileProps = { item: UploadItem; onRetry: () => void; onDismiss: () => void };

/** A failed upload and why; with a retry where one can help. */
function FailedFile({ item, onRetry, onDismiss }: FailedFileProps) {
  const { t } = useTranslation('create');
  const formatLabel = useUploadLabels();
  return (
    <section aria-label={item.file.name} className="mt-2 rounded-md bg-danger-soft px-3.5 py-2.5 text-sm">
      <p title={item.file.name} className="truncate font-medium">
        {item.file.name}
      </p>
      <p className="text-danger-text">{formatLabel(item)}</p>
      <div className="mt-1 -ml-3 flex gap-1">
        {item.canRetry ? (
          <Button variant="ghost" size="sm" onClick={onRetry}>
            {t('upload.retry')}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          {t('upload.dismiss')}
        </Button>
      </div>
    </section>
  );
}

type FileBoxProps = {
  isSmall: boolean;
  action: { label: string; onPress: () => void };
  children: ReactNode;
};

/** Wide for the only file of a field, square among several. The button is outside of what is cut off at the edges. */
function FileBox({ isSmall, action, children }: FileBoxProps) {
  return (
    <div className={classNames('relative', isSmall ? 'aspect-square' : 'aspect-video max-h-28 w-full')}>
      <div className="absolute inset-0 overflow-hidden rounded-md bg-stage">{children}</div>
      <IconButton
        label={action.label}
        isSmall
        tooltipSide="below-end"
        onClick={action.onPress}
        className="absolute! top-1.5 right-1.5 bg-surface/85"
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type FailedFilesProps = { items: readonly UploadItem[]; uploads: Pick<Uploads, 'retry' | 'drop'> };

/** The uploads that failed, each with its reason. */
export function FailedFiles({ items, uploads }: FailedFilesProps) {
  return items
    .filter((item) => item.problem !== undefined)
    .map((item) => (
      <FailedFile
        key={item.id}
        item={item}
        onRetry={() => uploads.retry(item)}
        onDismiss={() => uploads.drop(item.id)}
      />
    ));
}

/** The way to files of the user's own works; visitors have none. */
export function OwnWorks(props: ComponentProps<typeof LibraryChoice>) {
  return useStore(accountStore).status === 'signed-in' ? <LibraryChoice {...props} /> : null;
}
