import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import Activity from 'lucide-react/icons/activity';
import CircleUser from 'lucide-react/icons/circle-user';
import Library from 'lucide-react/icons/library';
import Sparkles from 'lucide-react/icons/sparkles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { menuPages, pageTarget } from '#product/navigation/menu.ts';
import { recentPaths } from '#product/navigation/recent-paths.ts';
import { runningCount, unseenCount } from '#product/page-title.ts';

/** The only menu of a phone. Its height is `--bottom-bar-height`, which is none while something replaces it. */
export function BottomBar() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const recent = useStore(recentPaths);
  const count = useStore(runningCount);
  const unseen = useStore(unseenCount);
  const form = readFormPath(pathname);
  const last = recent.find((path) => menuPages.some((page) => page.path === path));
  return (
    <nav
      aria-label={t('menu.title')}
      className="bottom-bar fixed inset-x-0 bottom-0 z-20 grid h-(--bottom-bar-height) grid-cols-4 overflow-hidden bg-canvas md:hidden"
    >
      <Item
        {...pageTarget(form ?? last ?? 'video/text-to-video')}
        isCurrent={form !== undefined}
        icon={<Sparkles size={20} aria-hidden="true" />}
        label={t('menu.create')}
      />
      <Item to="/creator/history" icon={<Library size={20} aria-hidden="true" />} label={t('menu.history')} />
      <Item
        to="/running"
        icon={<Activity size={20} aria-hidden="true" />}
        label={t('menu.running')}
        note={
          unseen > 0
            ? t('tray.unseen', { count: unseen })
            : count > 0
              ? t('tray.label', { count })
              : undefined
        }
        badge={
          count > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -top-1.5 left-3 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs font-semibold text-on-accent"
            >
              {count}
            </span>
          ) : unseen > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -top-0.5 -right-1.5 size-2 rounded-full bg-accent-text"
            />
          ) : null
        }
      />
      <Item to="/you" icon={<CircleUser size={20} aria-hidden="true" />} label={t('menu.you')} />
    </nav>
  );
}

const otherPages = /^(history|projects|batches|trash|cut)\b|\/history$/;

/** Returns the path of a form below /creator; undefined for any other page. */
export function readFormPath(pathname: string): string | undefined {
  const [, path] = /^\/creator\/(.+?)\/?$/.exec(pathname) ?? [];
  return path === undefined || otherPages.test(path) ? undefined : path;
}

type ItemProps = Pick<LinkProps, 'to' | 'params'> & {
  icon: ReactNode;
  label: string;
  isCurrent?: boolean;
  /** Read out after the label. */
  note?: string | undefined;
  badge?: ReactNode;
};

function Item({ icon, label, isCurrent, note, badge, ...target }: ItemProps) {
  return (
    <Link
      {...target}
      aria-current={isCurrent ? 'page' : undefined}
      activeProps={{ 'aria-current': 'page' }}
      className="flex h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-ink-faint aria-[current=page]:text-ink aria-[current=page]:[&>span>svg]:text-accent-text short:h-11 short:flex-row short:gap-2"
    >
      <span className="relative">
        {icon}
        {badge}
      </span>
      <span className="text-[0.6875rem] leading-4">{label}</span>
      {note ? <span className="sr-only">{note}</span> : null}
    </Link>
  );
}
