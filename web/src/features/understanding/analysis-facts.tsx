import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format/format-date.ts';

/** What an analysis was made with and what it cost, on one line. */
export function AnalysisFacts({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation(['understanding', 'kinds']);
  const { input, credits, created_at } = generation;
  const settings = (['temperature', 'top_p', 'seed'] as const).flatMap((name) => {
    const value = input[name];
    return typeof value === 'number' ? [`${t(`kinds:fields.${name}.label`)} ${value}`] : [];
  });
  const facts = [
    t('understanding:credits', { count: credits.cost }),
    ...settings,
    formatDate(created_at, i18n.language),
  ];
  return <p className="mt-1 text-xs text-ink-faint">{facts.join(' · ')}</p>;
}
