import type { Device } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

/** { browser: 'Firefox', system: 'Linux' } → "Firefox on Linux". */
export function useDeviceLabel(): (device: Device) => string {
  const { t } = useTranslation('account');
  return ({ browser, system }) => {
    if (browser && system) return t('device.both', { browser, system });
    return browser ?? system ?? t('device.unknown');
  };
}
