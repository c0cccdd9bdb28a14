import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';

type FailureNoteProps = {
  generation: PublicGeneration;
  /** The cause is cut to this many characters; whole by default. */
  maxLength?: number;
};

/** Why a generation has no result, and the credits that were returned. Nothing for one that completed. */
export function FailureNote({ generation, maxLength }: FailureNoteProps) {
  const { t } = useTranslation(['history', 'messages']);
  const { error, credits } = generation;
  if (!error && credits.released === 0) return null;
  const cause = error
    ? t(`messages:error.${error.code}`, { defaultValue: t('messages:error.internal_error') })
    : '';
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-soft">
      {cause ? <span>{excerptOf(cause, maxLength ?? cause.length)}</span> : null}
      {credits.released > 0 ? <span>{t('notCharged', { count: credits.released })}</span> : null}
    </p>
  );
}
