import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#product/page-title.ts';
import { buttonLook } from '#ui/button-look.ts';
import type { AdminSearch } from './admin-search.ts';
import { OwedList } from './owed-list.tsx';
import { UserList } from './user-list.tsx';
import { UserSearch } from './user-search.tsx';

type AdminPageProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void };

/** `/admin`: finds a user. What is searched stands in the address. */
export function AdminPage({ search, onSearch }: AdminPageProps) {
  const { t } = useTranslation('admin');
  usePageTitle(t('title'));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        {/* Not a page of the web app: the api draws it. */}
        <a href="/ops/queues" className={buttonLook('secondary', 'sm')}>
          <ExternalLink size={16} aria-hidden="true" />
          {t('queues')}
        </a>
      </div>
      <UserSearch key={search.search} search={search.search ?? ''} onSearch={onSearch} />
      <UserList search={search} />
      <OwedList />
    </div>
  );
}
