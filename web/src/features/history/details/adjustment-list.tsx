import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useValueWords } from './use-value-words.ts';

/** Values that were changed on their way to the model (ruling 13). */
export function AdjustmentList({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['history', 'kinds']);
  const wordsOf = useValueWords(generation.kind);
  if (generation.adjustments.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">{t('details.adjustments')}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {generation.adjustments.map(({ field, from, to, reason }) => (
          <li key={field}>
            {t('details.adjusted', {
              field: t(`kinds:fields.${field}.label`, { defaultValue: field }),
              from: wordsOf(field, from),
              to: wordsOf(field, to),
              reason: t(`details.reasons.${reason}`, { defaultValue: reason }),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
