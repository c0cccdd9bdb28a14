import Activity from 'lucide-react/icons/activity';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { runningCount } from '#product/generation/generations-store.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const TrayList = lazy(() => import('./tray-list.tsx').then(({ TrayList }) => ({ default: TrayList })));

/** The number of running generations, shown on every page; opens their list. */
export function Tray() {
  const { t } = useTranslation('shell');
  const count = useStore(runningCount);
  return (
    <Popover
      className="max-h-[70dvh] w-80 p-2"
      renderButton={(props) => (
        <IconButton {...props} label={t('tray.label', { count })}>
          <Activity size={18} aria-hidden="true" className={count > 0 ? 'text-accent-text' : undefined} />
          {count > 0 ? (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs font-semibold text-on-accent"
            >
              {count}
            </span>
          ) : null}
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense fallback={<Skeleton className="h-14" />}>
          <TrayList onFollow={close} />
        </Suspense>
      )}
    </Popover>
  );
}
