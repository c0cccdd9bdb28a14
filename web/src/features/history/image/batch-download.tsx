import { type ImageFormat, imageFormats } from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import { prepareDownload } from './image-data.ts';

/** All images of the records as one zip, in a format of choice. */
export function BatchDownload({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('image-history');
  const [format, setFormat] = useState<ImageFormat>('original');
  const [isPreparing, setIsPreparing] = useState(false);
  const download = async () => {
    setIsPreparing(true);
    try {
      startDownload(await prepareDownload(ids, format));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) showErrorToast(error);
      else showToast(t('batch.downloadFailed'), { tone: 'error' });
    } finally {
      setIsPreparing(false);
    }
  };
  return (
    <div className="flex items-center rounded-md bg-raised">
      <Button look="ghost" disabled={isPreparing} aria-busy={isPreparing} onClick={download}>
        <Download size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t(isPreparing ? 'batch.preparing' : 'batch.download')}</span>
      </Button>
      <div className="relative">
        <select
          aria-label={t('batch.format')}
          value={format}
          onChange={(event) => setFormat(event.target.value as ImageFormat)}
          className="min-h-10 appearance-none rounded-md py-2 pr-8 pl-2 text-sm text-ink-soft hover:text-ink"
        >
          {imageFormats.map((each) => (
            <option key={each} value={each}>
              {t(`formats.${each}`)}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-faint"
        />
      </div>
    </div>
  );
}

/** The server names the file. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
