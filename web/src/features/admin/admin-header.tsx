import { Link } from '@tanstack/react-router';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#ui/button.tsx';

const tabClass =
  'inline-flex min-h-10 items-center border-b-2 border-transparent px-1 text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink';

/** The title of the operators' pages and the way between them. */
export function AdminHeader() {
  const { t } = useTranslation('admin');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        {/* The api renders this page; it is not a route of the web app. */}
        <a href="/ops/queues" className={buttonVariants('secondary', 'sm')}>
          <ExternalLink size={16} aria-hidden="true" />
          {t('queues')}
        </a>
      </div>
      <nav aria-label={t('title')} className="mt-4 flex flex-wrap gap-x-5 border-b border-line">
        <Link to="/admin" activeOptions={{ exact: true, includeSearch: false }} className={tabClass}>
          {t('users.title')}
        </Link>
        <Link to="/admin/reports" activeOptions={{ includeSearch: false }} className={tabClass}>
          {t('reports')}
        </Link>
        <Link to="/admin/results" activeOptions={{ includeSearch: false }} className={tabClass}>
          {t('results')}
        </Link>
        <Link to="/admin/margins" activeOptions={{ includeSearch: false }} className={tabClass}>
          {t('margins')}
        </Link>
        <Link to="/admin/audit" activeOptions={{ includeSearch: false }} className={tabClass}>
          {t('auditLog')}
        </Link>
      </nav>
    </>
  );
}
