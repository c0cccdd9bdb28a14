import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelGeneration } from '#lib/api/generations.ts';
import { formatCredits } from '#lib/format/format-credits.ts';
import { applyGeneration } from '#product/generation/generations-store.ts';
import { showErrorToast } from '#product/messages/show-error-toast.ts';
import { Button } from '#ui/button.tsx';

/** Stays until it is too late, and says what comes back. */
export function CancelButton({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('preview');
  const [isAsking, setAsking] = useState(false);
  const credits = formatCredits(generation.credits.held, i18n.language);
  const cancel = async () => {
    setAsking(true);
    try {
      applyGeneration(await cancelGeneration(generation.id));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button size="sm" className="shrink-0 tabular-nums" disabled={isAsking} onClick={() => void cancel()}>
      {t('cancel', { credits, count: generation.credits.held })}
    </Button>
  );
}
