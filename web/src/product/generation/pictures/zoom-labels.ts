import { useTranslation } from 'react-i18next';

/** The labels of the zoom buttons. The page has to have loaded `preview`. */
export function useZoomLabels() {
  const { t } = useTranslation('preview');
  return { zoomIn: t('viewer.zoomIn'), zoomOut: t('viewer.zoomOut'), resetZoom: t('viewer.resetZoom') };
}
