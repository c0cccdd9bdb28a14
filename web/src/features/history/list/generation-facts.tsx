import type { PublicGeneration } from '@atelier/contract';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '#lib/format.ts';
import { shownCredits } from '#product/generation/shown-credits.ts';
import { NamesDay } from './day-groups.tsx';

type GenerationFactsProps = {
  generation: PublicGeneration;
  /** The facts that only this medium has. They come first. */
  facts?: readonly string[];
  /** Further list items. */
  children?: ReactNode;
};

/** The facts in a history's row, with its day where no heading names it: on one line that wraps between them, never inside one. */
export function GenerationFacts(props: GenerationFactsProps) {
  const { generation, facts = [], children } = props;
  const { t, i18n } = useTranslation('history');
  const { created_at } = generation;
  const credits = shownCredits(generation);
  const format = useContext(NamesDay) ? formatDate : formatTime;
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-faint">
      {[...facts, ...(credits === undefined ? [] : [t('credits', { count: credits })])].map((fact) => (
        <li key={fact} className="whitespace-nowrap">
          {fact}
        </li>
      ))}
      <li className="whitespace-nowrap">
        <time dateTime={created_at}>{format(created_at, i18n.language)}</time>
      </li>
      {children}
    </ul>
  );
}
