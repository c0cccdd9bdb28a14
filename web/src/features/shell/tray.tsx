import Activity from 'lucide-react/icons/activity';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useStore } from '#lib/store.ts';
import { runningCount, unseenCount } from '#product/page-title.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const TrayList = lazyPart(async () => {
  const [{ TrayList }] = await Promise.all([import('./tray-list.tsx'), loadMessages('tray', 'preview')]);
  return TrayList;
});

/** The number of running generations, shown on every page; opens their list. */
export function Tray() {
  const { t } = useTranslation('shell');
  const count = useStore(runningCount);
  const unseen = useStore(unseenCount);
  return (
    <Popover
      className="max-h-[80dvh] w-96 p-2"
      renderButton={(props) => (
        <IconButton
          {...props}
          label={unseen > 0 ? t('tray.unseen', { count: unseen }) : t('tray.label', { count })}
        >
          <Activity size={18} aria-hidden="true" className={count > 0 ? 'text-accent-text' : undefined} />
          {count > 0 ? (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs font-semibold text-on-accent"
            >
              {count}
            </span>
          ) : unseen > 0 ? (
            <span aria-hidden="true" className="absolute top-1 right-1 size-2 rounded-full bg-accent-text" />
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
