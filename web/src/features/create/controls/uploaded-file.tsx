import type { UploadAccept } from '@atelier/contract';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { previewAddressOf } from '../uploads/local-previews.ts';
import { FileBox } from './file-box.tsx';

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
    <FileBox isSmall={isSmall}>
      <MediaThumb src={previewAddressOf(url)} kind={accept} label={label} fallback={url} />
      <IconButton
        label={t('upload.remove', { label })}
        isSmall
        onClick={onRemove}
        className="absolute! top-1.5 right-1.5 bg-surface/85"
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </FileBox>
  );
}
