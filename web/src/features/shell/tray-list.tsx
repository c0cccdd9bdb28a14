import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { kindTarget } from '#lib/navigation/menu.ts';
import { useRunningGenerations } from '#product/generation/generations-store.ts';

/** The running generations, each linked to the page that shows it. */
export function TrayList({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation(['shell', 'kinds']);
  const cards = useRunningGenerations();
  if (cards.length === 0) return <p className="px-2 py-3 text-sm text-ink-soft">{t('tray.empty')}</p>;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {cards.map(({ key, generation }) => (
        <li key={key}>
          <Link
            {...kindTarget(generation.kind)}
            hash={`generation-${generation.id}`}
            onClick={onFollow}
            className="block rounded-md px-2 py-2 hover:bg-hover"
          >
            <span className="block truncate text-sm font-medium">
              {generation.prompt || t(`kinds:kinds.${generation.kind}.title`)}
            </span>
            <span className="text-xs text-ink-faint">{t(`stage.${generation.progress.stage}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
