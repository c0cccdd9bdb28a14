import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';

type GenerationFactsProps = {
  generation: PublicGeneration;
  /** The facts that only this medium has. They come first. */
  facts?: readonly string[];
  /** Under the heading of its day a generation needs no date. */
  isUnderDay?: boolean;
  /** Further list items. */
  children?: ReactNode;
};

/** The facts in a history's row, on one line that wraps between them, never inside one. */
export function GenerationFacts(props: GenerationFactsProps) {
  const { generation, facts = [], isUnderDay = false, children } = props;
  const { t, i18n } = useTranslation('history');
  const { credits, created_at } = generation;
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-faint">
      {[...facts, t('credits', { count: credits.cost })].map((fact) => (
        <li key={fact} className="whitespace-nowrap">
          {fact}
        </li>
      ))}
      <li className="whitespace-nowrap">
        <time dateTime={created_at}>
          {isUnderDay ? formatTime(created_at, i18n.language) : formatDate(created_at, i18n.language)}
        </time>
      </li>
      {children}
    </ul>
  );
}

function formatTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(iso));
}
