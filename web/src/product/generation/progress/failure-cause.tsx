import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

type Failed = Pick<PublicGeneration, 'error'>;

/** Our sentence for why a generation failed, in the user's language. */
export function useFailureSentence({ error }: Failed): string {
  const { t } = useTranslation('messages');
  return t(`error.${error?.code}`, { defaultValue: error?.message ?? t('error.internal_error') });
}

/** The model's errors about single fields, by the labels of the form. Shows nothing when it named no field. */
export function FieldReasons({ error }: Failed) {
  const { t } = useTranslation('kinds');
  if (!error || error.fields.length === 0) return null;
  return (
    <ul className="mt-1 text-sm text-ink-soft">
      {error.fields.map(({ field, index, message }) => (
        <li key={`${field} ${index} ${message}`} className="wrap-anywhere">
          {t(`fields.${field}.label`, { defaultValue: field })}
          {index === undefined ? '' : ` ${index + 1}`}: <span lang="en">{message}</span>
        </li>
      ))}
    </ul>
  );
}

/** The model's own words about the whole failure; nothing when it said none. */
export function ModelReason({ error }: Failed) {
  const { t } = useTranslation('messages');
  if (!error?.reason) return null;
  return (
    <p className="mt-1 text-sm text-ink-faint wrap-anywhere">
      {t('modelReason')} <span lang="en">{error.reason}</span>
    </p>
  );
}
