import { Link } from '@tanstack/react-router';
import AudioLines from 'lucide-react/icons/audio-lines';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Crown from 'lucide-react/icons/crown';
import Film from 'lucide-react/icons/film';
import History from 'lucide-react/icons/history';
import ImageIcon from 'lucide-react/icons/image';
import ImagePlay from 'lucide-react/icons/image-play';
import ScanSearch from 'lucide-react/icons/scan-search';
import { useTranslation } from 'react-i18next';
import { pageTarget } from '#lib/navigation/kind-target.ts';
import { type MenuPage, menuGroups, menuPages } from '#lib/navigation/menu.ts';
import { Badge } from '#ui/badge.tsx';
import { Logo } from './logo.tsx';
import { SidebarEntry } from './sidebar-entry.tsx';

const groupIcons = {
  video: <Film size={18} aria-hidden="true" />,
  'image-to-video': <ImagePlay size={18} aria-hidden="true" />,
  image: <ImageIcon size={18} aria-hidden="true" />,
  understanding: <ScanSearch size={18} aria-hidden="true" />,
  audio: <AudioLines size={18} aria-hidden="true" />,
};

type SidebarMenuProps = { isInSheet?: boolean; onFollow?: () => void };

export function SidebarMenu({ isInSheet = false, onFollow }: SidebarMenuProps) {
  const { t } = useTranslation(['shell', 'kinds']);
  return (
    <nav aria-label={t('menu.title')} className="flex h-full flex-col px-3 pb-3">
      <Link
        to="/"
        onClick={onFollow}
        className="flex h-14 shrink-0 items-center gap-2.5 rounded-md px-1.5 font-semibold"
      >
        <Logo />
        <span className={isInSheet ? '' : 'collapsed:sr-only'}>Atelier</span>
      </Link>
      <div
        className={isInSheet ? 'flex-1 overflow-y-auto' : 'flex-1 overflow-y-auto collapsed:overflow-visible'}
      >
        {menuGroups.map((group) => (
          <section key={group} aria-label={t(`menu.${group}`)} className="mt-3">
            <p
              aria-hidden="true"
              className={`px-2.5 pb-1.5 text-xs text-ink-faint ${isInSheet ? '' : 'collapsed:invisible'}`}
            >
              {t(`menu.${group}`)}
            </p>
            <ul className="grid gap-0.5">
              {menuPages(group).map((page) => (
                <SidebarEntry
                  key={page.path}
                  {...pageTarget(page.path)}
                  icon={groupIcons[group]}
                  label={t(`kinds:kinds.${page.id}.title`)}
                  badge={badgeOf(page)}
                  isInSheet={isInSheet}
                  onFollow={onFollow}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ul className="grid gap-0.5 border-t border-line pt-3">
        <SidebarEntry
          to="/creator/history"
          icon={<History size={18} aria-hidden="true" />}
          label={t('menu.history')}
          isInSheet={isInSheet}
          onFollow={onFollow}
        />
        <SidebarEntry
          to="/pricing"
          icon={<CircleDollarSign size={18} aria-hidden="true" />}
          label={t('menu.pricing')}
          isInSheet={isInSheet}
          onFollow={onFollow}
        />
      </ul>
    </nav>
  );

  function badgeOf({ isNew, isPro }: MenuPage) {
    if (isNew) return <Badge tone="accent">{t('menu.new')}</Badge>;
    if (!isPro) return undefined;
    return (
      <span className="text-ink-faint">
        <Crown size={14} aria-hidden="true" />
        <span className="sr-only">{t('menu.pro')}</span>
      </span>
    );
  }
}
