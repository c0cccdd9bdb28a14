import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#lib/format.ts';
import { shownCredits } from '#product/generation/shown-credits.ts';

type GenerationFactsProps = {
  generation: PublicGeneration;
  /** The facts that only this medium has. They come first. */
  facts?: readonly string[];
  /** Further list items. */
  children?: ReactNode;
};

/** The facts in a history's row, below the heading of its day: on one line that wraps between them, never inside one. */
export function GenerationFacts(props: GenerationFactsProps) {
  const { generation, facts = [], children } = props;
  const { t, i18n } = useTranslation('history');
  const { created_at } = generation;
  const credits = shownCredits(generation);
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-faint">
      {[...facts, ...(credits === undefined ? [] : [t('credits', { count: credits })])].map((fact) => (
        <li key={fact} className="whitespace-nowrap">
          {fact}
        </li>
      ))}
      <li className="whitespace-nowrap">
        <time dateTime={created_at}>{formatTime(created_at, i18n.language)}</time>
      </li>
      {children}
    </ul>
  );
}
