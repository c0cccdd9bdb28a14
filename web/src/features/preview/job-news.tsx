import { useTranslation } from 'react-i18next';
import type { GenerationEntry } from '#product/generation/generations-state.ts';

/** Tells users who do not see the cards what has changed: one sentence for the newest job, not every second. */
export function JobNews({ cards }: { cards: readonly GenerationEntry[] }) {
  const { t } = useTranslation(['preview', 'shell']);
  const newest = cards[0]?.generation;
  const words: Partial<Record<string, string>> = {
    completed: t('shell:stage.done'),
    partial: t('preview:partial.title'),
    failed: t('preview:failed'),
    cancelled: t('preview:cancelled'),
  };
  return (
    <p role="status" className="sr-only">
      {newest ? (words[newest.status] ?? t(`shell:stage.${newest.progress.stage}`)) : null}
    </p>
  );
}
