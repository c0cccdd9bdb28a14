import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';
import { realtimeStatus } from '#lib/realtime/realtime-status.ts';
import { useStore } from '#lib/store.ts';

/** Lies over the page: what is read or typed meanwhile stays where it is. */
export function OfflineBanner() {
  const { t } = useTranslation('shell');
  const status = useStore(realtimeStatus);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-17 z-20 flex justify-center px-4">
      {status === 'disconnected' ? (
        <p className="flex animate-arrive items-center gap-2 rounded-full bg-warn-soft px-4 py-2 text-sm text-warn-text shadow-float">
          <WifiOff size={16} aria-hidden="true" />
          {t('reconnecting')}
        </p>
      ) : null}
    </div>
  );
}
