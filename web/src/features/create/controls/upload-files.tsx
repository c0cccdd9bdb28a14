import Film from 'lucide-react/icons/film';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { UploadItem } from '../uploads/upload-item.ts';
import { FileBox } from './file-box.tsx';

type MovingFileProps = { item: UploadItem; isSmall: boolean; onCancel: () => void };

/**
 * A file on its way, with how far it is. An image is seen already; a video only once the server has taken it: of a file
 * that is none, browsers complain in ways that a page cannot stop.
 */
export function MovingFile({ item, isSmall, onCancel }: MovingFileProps) {
  const { t } = useTranslation('create');
  const { name } = item.file;
  return (
    <FileBox isSmall={isSmall}>
      {item.previewUrl && item.accept === 'image' ? (
        <div className="opacity-50">
          <MediaThumb src={item.previewUrl} kind="image" label={name} fallback={name} />
        </div>
      ) : (
        <Film size={28} aria-hidden="true" className="absolute inset-0 m-auto text-ink-faint" />
      )}
      <IconButton
        label={t('upload.cancel', { name })}
        isSmall
        onClick={onCancel}
        className="absolute! top-1.5 right-1.5 bg-surface/85"
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
      <div className="absolute inset-x-0 bottom-0 bg-surface/85 px-3 pt-1.5 pb-2 text-xs">
        <p className="mb-1.5 flex justify-between gap-2">
          <span className="truncate">{name}</span>
          <span className="tabular-nums">{item.percent} %</span>
        </p>
        <ProgressBar label={t('upload.progress', { name })} percent={item.percent} />
      </div>
    </FileBox>
  );
}
