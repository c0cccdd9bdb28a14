import { type ImageFormat, imageFormats, maxDownloadIds, type PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { isStill } from '#product/media-facts.build.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { MenuHeading, MenuItem } from '#ui/menu-item.tsx';
import { showToast } from '#ui/show-toast.ts';
import { prepareDownload } from '../filters/library-query.ts';

/** Statuses with files for a zip. */
const withFiles: ReadonlySet<PublicGeneration['status']> = new Set(['completed', 'partial']);

/**
 * The files of the selection as one zip, its images in a format of the user's choice; `formats` is undefined without
 * images.
 */
export function useBatchDownload(generations: readonly PublicGeneration[]) {
  const { t } = useTranslation('library');
  const [format, setFormat] = useState<ImageFormat>('original');
  const { isRunning, run } = useSingleRun((error) => {
    if (error instanceof ApiError && hasOwnWords(error)) showErrorToast(error);
    else showToast(t('batch.downloadFailed'), { tone: 'error' });
  });
  const ids = generations.map(({ id }) => id);
  const download = () => {
    if (!generations.some(({ status }) => withFiles.has(status)))
      return void showToast(t('batch.nothingToDownload'));
    if (ids.length <= maxDownloadIds)
      return run(async () => startDownload(await prepareDownload(ids, format)));
    showToast(t('batch.tooManyForDownload', { max: maxDownloadIds }), { tone: 'error' });
  };
  const formats = generations.some(({ medium }) => isStill[medium]) ? (
    <>
      <MenuHeading text={t('batch.format')} />
      {imageFormats.map((each) => (
        <MenuItem key={each} isChecked={each === format} onSelect={() => setFormat(each)}>
          {t(`formats.${each}`)}
        </MenuItem>
      ))}
    </>
  ) : undefined;
  return { isRunning, download, formats };
}

/** Refusals after which the user knows what to do; any other failure is named as one of the download. */
function hasOwnWords({ status, code }: ApiError): boolean {
  return status === 401 || status === 429 || code === 'download_too_large';
}

/** The server names the file. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
