import type { GenerationStatus } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationEntry } from '#product/generation/generations-state.ts';
import { hasEnded } from '#product/generation/generations-state.ts';
import { showToast } from '#ui/show-toast.ts';

/** Tells that an analysis was taken, and how it ended, when that happens before the user's eyes. */
export function useAnalysisNews(card: GenerationEntry | undefined): void {
  const { t } = useTranslation('understanding');
  const before = useRef<{ key: string; status: GenerationStatus; isSending: boolean }>(undefined);
  const key = card?.key;
  const status = card?.generation.status;
  const isSending = card?.isSending ?? false;
  useEffect(() => {
    const known = before.current;
    before.current = key !== undefined && status !== undefined ? { key, status, isSending } : undefined;
    if (status === undefined || known?.key !== key) return;
    if (known?.isSending && !isSending) showToast(t('submitted'), { tone: 'success' });
    if (known === undefined || hasEnded(known.status)) return;
    if (status === 'completed') showToast(t('completed'), { tone: 'success' });
    if (status === 'failed') showToast(t('failed.title'), { tone: 'error' });
  }, [key, status, isSending, t]);
}
