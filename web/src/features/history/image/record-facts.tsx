import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { shownOutputs } from '#product/generation/outputs.ts';
import { nameSize } from './filter-labels.ts';

/** Model, size, cost and time of a record on one line that wraps between the facts, never inside one. */
export function RecordFacts({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation(['history', 'image-history']);
  const [output] = shownOutputs(generation);
  const width = output?.width ?? generation.width;
  const height = output?.height ?? generation.height;
  const { figures, name } = nameSize(`${width}x${height}`);
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' });
  const facts = [
    generation.model,
    ...(width && height ? [name ? `${figures} ${t(`image-history:sizes.${name}`)}` : figures] : []),
    t('credits', { count: generation.credits.cost }),
  ];
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-faint">
      {facts.map((fact) => (
        <li key={fact} className="whitespace-nowrap">
          {fact}
        </li>
      ))}
      <li className="whitespace-nowrap">
        <time dateTime={generation.created_at}>{time.format(new Date(generation.created_at))}</time>
      </li>
    </ul>
  );
}
