import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshAccount } from '#product/account/account-store.ts';
import { showToast } from '#ui/show-toast.ts';

type ReturnHome = { isPaid: boolean; credits: number; redirect: string | undefined };

/** Once paid, leads back to the page that the user bought from, where the draft still stands. */
export function useReturnHome({ isPaid, credits, redirect }: ReturnHome): void {
  const { t } = useTranslation('pricing');
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a payment, whatever else changes
  useEffect(() => {
    if (!isPaid) return;
    let hasLeft = false;
    // The form must find an account that has paid, also where the event about it got lost.
    void refreshAccount().then(() => {
      if (hasLeft || redirect === undefined || redirect === '/') return;
      showToast(t('return.paidText', { count: credits }), { tone: 'success' });
      router.history.replace(redirect);
    });
    return () => {
      hasLeft = true;
    };
  }, [isPaid]);
}
