import { useTranslation } from 'react-i18next';
import { useLineWords } from '#product/ledger/use-line-words.ts';
import type { AdminLine } from './admin-api.ts';

/** Why a line was booked, and which operator did it. */
export function LineReason({ line }: { line: AdminLine }) {
  const { t } = useTranslation('admin');
  const { reasonOf } = useLineWords();
  if (line.actor_email === null) return reasonOf(line);
  return t('result.by', { reason: line.reason ?? '', email: line.actor_email });
}
