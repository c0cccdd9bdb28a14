import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

/** Kind, size, cost and time of a record on one line that wraps between the facts, never inside one. */
export function RowFacts({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation(['history', 'kinds']);
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(
    new Date(generation.created_at),
  );
  const { width, height, credits } = generation;
  const facts = [
    t(`kinds:kinds.${generation.kind}.title`, { defaultValue: generation.kind }),
    generation.model,
    width && height ? `${width} × ${height}` : undefined,
    t('credits', { count: credits.cost }),
  ].filter((fact) => fact !== undefined);
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-faint">
      {facts.map((fact) => (
        <li key={fact} className="whitespace-nowrap">
          {fact}
        </li>
      ))}
      <li className="whitespace-nowrap">
        <time dateTime={generation.created_at}>{time}</time>
      </li>
    </ul>
  );
}
