import { Link, useRouter } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSearch } from '#lib/search-params.ts';
import { serverNow } from '#lib/server-time.ts';
import { useNow } from '#lib/use-now.ts';
import { refreshAccount, useAccount } from '#product/account/account-store.ts';
import { buttonVariants } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { PurchaseState } from './purchase.ts';

const pictures = {
  waiting: <LoaderCircle size={28} className="animate-spin" />,
  paid: <CircleCheck size={28} className="text-ok-text" />,
  cancelled: <Undo2 size={28} />,
  failed: <CircleX size={28} className="text-danger-text" />,
  returned: <Undo2 size={28} />,
} satisfies Record<PurchaseState, unknown>;

/** Time after which a slow payment method is likelier than a slow message. */
const longWaitMs = 30_000;

type PurchaseOutcomeProps = { state: PurchaseState; credits: number; redirect: string | undefined };

/** The state of the payment, in a live region, so that screen readers announce changes. */
export function PurchaseOutcome({ state, credits, redirect }: PurchaseOutcomeProps) {
  const { t } = useTranslation(['pricing', 'shell']);
  const { info } = useAccount();
  const isWaiting = state === 'waiting';
  const [startMs] = useState(() => serverNow());
  const isLong = useNow(isWaiting) - startMs > longWaitMs;
  useReturnHome({ isPaid: state === 'paid', credits, redirect });

  const text = {
    waiting: t(isLong ? 'return.long' : 'return.waitingText'),
    paid: t('return.paidText', { count: credits }),
    cancelled: t('return.cancelledText'),
    failed: t('return.failedText'),
    returned: t('return.returnedText'),
  }[state];
  const said =
    info && state === 'paid'
      ? t('shell:followed', { text }) + t('balance', { count: info.credits.left_credits })
      : text;
  return (
    <div role="status">
      <EmptyState picture={pictures[state]} title={t(`return.${state}`)} text={said}>
        <ReturnLinks state={state} redirect={redirect} />
      </EmptyState>
    </div>
  );
}

type ReturnHome = { isPaid: boolean; credits: number; redirect: string | undefined };

/** Once paid, returns to the page the user bought from, whose form has kept its draft. */
function useReturnHome({ isPaid, credits, redirect }: ReturnHome): void {
  const { t } = useTranslation('pricing');
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per payment, whatever else changes
  useEffect(() => {
    if (!isPaid) return;
    let hasLeft = false;
    // The form needs an account that has paid, even if the event about the payment was lost.
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

type ReturnLinksProps = { state: PurchaseState; redirect: string | undefined };

/** A link back to the page the user bought from, and one to the packs if nothing was bought. */
export function ReturnLinks({ state, redirect }: ReturnLinksProps) {
  const { t } = useTranslation('pricing');
  const path = redirect && redirect !== '/' ? URL.parse(redirect, window.location.origin) : null;
  const isForm = path?.pathname.startsWith('/creator/') && !path.pathname.startsWith('/creator/history');
  const canBuyAgain = state !== 'paid' && state !== 'waiting';
  return (
    <>
      <Link
        to={path?.pathname ?? '/'}
        search={readSearch(path?.search ?? '')}
        className={buttonVariants(state === 'paid' || isForm ? 'primary' : 'secondary')}
      >
        {t(path ? (isForm ? 'return.toForm' : 'return.onward') : 'return.create')}
      </Link>
      {canBuyAgain ? (
        <Link
          to="/pricing"
          search={{ redirect }}
          className={buttonVariants(isForm ? 'secondary' : 'primary')}
        >
          {t('return.toPricing')}
        </Link>
      ) : null}
    </>
  );
}
