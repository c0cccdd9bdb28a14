import type { GenerationStatus } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

export const statusTones: Record<GenerationStatus, BadgeTone> = {
  waiting: 'neutral',
  pending: 'accent',
  processing: 'accent',
  completed: 'ok',
  partial: 'warn',
  failed: 'danger',
  cancelled: 'neutral',
};

export function StatusBadge({ status }: { status: GenerationStatus }) {
  const { t } = useTranslation('shell');
  return <Badge tone={statusTones[status]}>{t(`status.${status}`, { defaultValue: status })}</Badge>;
}
