import { Link } from '@tanstack/react-router';
import ScanSearch from 'lucide-react/icons/scan-search';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';

const sampleIds = ['describe', 'text', 'place', 'style'] as const;

/** Nothing was asked yet: what will be here, and questions that fill the form. */
export function IdlePanel() {
  const { t } = useTranslation('understanding');
  return (
    <div className="grid gap-2 wide:min-h-[60dvh] wide:content-center">
      <EmptyState
        picture={<ScanSearch size={40} strokeWidth={1.25} />}
        title={t('idle.title')}
        text={t('idle.text')}
      />
      <ul className="grid gap-2 sm:grid-cols-2">
        {sampleIds.map((id) => (
          <li key={id}>
            <Link
              to="."
              search={{ question: t(`idle.samples.${id}`) }}
              className="block h-full rounded-lg bg-surface p-4 text-sm text-ink-soft transition-colors duration-150 hover:bg-raised hover:text-ink"
            >
              {t(`idle.samples.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
