import { useTranslation } from 'react-i18next';
import type { ImageDialogLabels } from '#ui/image-dialog/viewer-bar.tsx';

/** The labels of the image dialog. The page has to have loaded `preview`. */
export function useImageDialogLabels(): ImageDialogLabels {
  const { t } = useTranslation('preview');
  return {
    close: t('viewer.close'),
    previous: t('viewer.previous'),
    next: t('viewer.next'),
    zoomIn: t('viewer.zoomIn'),
    zoomOut: t('viewer.zoomOut'),
    resetZoom: t('viewer.resetZoom'),
    position: (place, count) => t('viewer.position', { place, count }),
  };
}
