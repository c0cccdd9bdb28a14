import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Clapperboard from 'lucide-react/icons/clapperboard';
import ImageIcon from 'lucide-react/icons/image';
import { useTranslation } from 'react-i18next';
import { sampleIds } from '#product/generation/sample-prompts.ts';
import { EmptyState } from '#ui/empty-state.tsx';

/** Nothing is here yet: what will be, and prompts that fill the form. */
export function PreviewPlaceholder({ medium }: { medium: PublicGeneration['medium'] }) {
  const { t } = useTranslation(['preview', 'create']);
  const Icon = medium === 'image' ? ImageIcon : Clapperboard;
  return (
    <div className="grid gap-2 wide:min-h-[60dvh] wide:content-center">
      <EmptyState
        picture={<Icon size={40} strokeWidth={1.25} />}
        title={t(`preview:empty.title_${medium}`)}
        text={t('preview:empty.text')}
      />
      <ul className="grid gap-2 sm:grid-cols-2">
        {sampleIds[medium].map((id) => (
          <li key={id}>
            <Link
              to="."
              search={{ prompt: t(`create:samples.${id}.prompt`) }}
              className="block h-full rounded-lg bg-surface p-4 transition-colors duration-150 hover:bg-raised"
            >
              <span className="block text-sm font-medium">{t(`create:samples.${id}.title`)}</span>
              <span className="mt-1 line-clamp-2 text-sm text-ink-faint">
                {t(`create:samples.${id}.prompt`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
