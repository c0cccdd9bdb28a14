import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { mediumIcons } from '#product/media/icons.ts';
import { getLibraryType, menuMedia } from '#product/media-facts.build.ts';
import { usePageTitle } from '#product/page-title.ts';

/** `/creator/history` and any unknown type: links to the histories there are. */
export function HistoryPick() {
  const { t } = useTranslation('history');
  usePageTitle(t('pick.title'));
  return (
    <div className="mx-auto w-full max-w-md px-5 py-16">
      <h1 className="text-2xl font-semibold tracking-tight">{t('pick.heading')}</h1>
      <p className="mt-2 text-ink-soft">{t('pick.body')}</p>
      <nav aria-label={t('nav.label')} className="mt-6 flex flex-col gap-1">
        {menuMedia.map((medium) => {
          const type = getLibraryType[medium];
          const Icon = mediumIcons[medium];
          return (
            <Link
              key={type}
              to="/creator/history/$type"
              params={{ type }}
              className="flex items-center gap-3 rounded-lg bg-raised px-4 py-3.5 font-medium transition-colors duration-150 hover:bg-hover"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="text-ink-soft" />
              {t(`nav.${type}`)}
              <ChevronRight size={18} aria-hidden="true" className="ml-auto text-ink-faint" />
            </Link>
          );
        })}
      </nav>
    </div>
  );
}
