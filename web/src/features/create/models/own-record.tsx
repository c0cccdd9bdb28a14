import { useTranslation } from 'react-i18next';
import { kindEntries } from '#product/kinds/kind-entries.build.ts';
import { useRecords } from './use-records.ts';

/** How often the user has kept a model's result among those of several. */
export function OwnRecord({ kindId }: { kindId: string }) {
  const { t } = useTranslation('models');
  const { model = '' } = kindEntries.find(({ id }) => id === kindId) ?? {};
  const record = useRecords().get(model);
  if (!record || record.compared === 0) return null;
  const text = t('kept', { won: record.won, of: record.compared });
  return (
    <span title={text} className="shrink-0 text-xs text-ink-soft">
      {text}
    </span>
  );
}
