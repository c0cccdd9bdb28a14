import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

/** Why a record has no clip, and what came back for it. Nothing for a record that went well. */
export function FailureNote({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['history', 'messages']);
  const { error, credits } = generation;
  if (!error && credits.released === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-soft">
      {error ? (
        <span>{t(`messages:error.${error.code}`, { defaultValue: t('messages:error.internal_error') })}</span>
      ) : null}
      {credits.released > 0 ? <span>{t('notCharged', { count: credits.released })}</span> : null}
    </p>
  );
}
