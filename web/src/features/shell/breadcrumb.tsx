import { Link, useLocation } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { readCrumbs } from './read-crumbs.ts';

/** The parent and the child of the menu; on a phone the child alone. */
export function Breadcrumb() {
  const { t } = useTranslation(['shell', 'kinds']);
  const { pathname } = useLocation();
  const crumbs = readCrumbs(pathname);
  if (!crumbs) return null;
  const { parent, child } = crumbs;
  return (
    <nav aria-label={t('breadcrumb')} className="min-w-0">
      <ol className="flex items-center gap-1.5 text-sm">
        <li className={child ? 'hidden text-ink-faint sm:block' : 'text-ink'}>
          {child ? (
            <Link to={parent.to} className="rounded-sm hover:text-ink">
              {t(parent.label)}
            </Link>
          ) : (
            <span aria-current="page">{t(parent.label)}</span>
          )}
        </li>
        {child ? (
          <>
            <li aria-hidden="true" className="hidden text-ink-faint sm:block">
              <ChevronRight size={14} />
            </li>
            <li className="truncate">
              <span aria-current="page">{t(child)}</span>
            </li>
          </>
        ) : null}
      </ol>
    </nav>
  );
}
