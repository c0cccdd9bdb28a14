import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { menuSections, pageTarget } from '#product/navigation/menu.ts';
import { Sheet } from '#ui/modal.tsx';
import { MenuIcon } from './menu-icons.tsx';
import { entryClassName, Mark } from './sidebar.tsx';

/** All forms, on a phone: above the page, with an address of its own that the form which is chosen replaces. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'kinds']);
  return (
    <Sheet isOpen onClose={onClose} title={t('shell:menu.create')} closeLabel={t('shell:close')}>
      <div className="shrink-0 px-4 pb-1">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => {
            onClose();
            openDialog({ name: 'jump' });
          }}
          className={`${entryClassName} min-h-11 w-full bg-raised`}
        >
          <Search size={18} aria-hidden="true" />
          {t('shell:search')}
        </button>
      </div>
      <nav aria-label={t('shell:menu.title')} className="overflow-y-auto px-2 pb-4">
        {[...menuSections].map(([section, pages]) => (
          <section key={section} aria-labelledby={`menu-${section}`}>
            <h3 id={`menu-${section}`} className="flex h-6 items-end px-2.5 text-xs text-ink-faint">
              {t(`shell:menu.sections.${section}`)}
            </h3>
            <ul className="grid grid-cols-2">
              {pages.map((page) => (
                <li key={page.path}>
                  <Link
                    {...pageTarget(page.path)}
                    replace
                    activeProps={{ 'aria-current': 'page' }}
                    className={`${entryClassName} min-h-11 py-1 leading-tight`}
                  >
                    <MenuIcon id={page.id} group={page.group} />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      {t([`kinds:kinds.${page.id}.menu`, `kinds:kinds.${page.id}.title`])}
                    </span>
                    <Mark page={page} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Sheet>
  );
}
