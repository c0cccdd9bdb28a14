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
import {
  type FirstResult,
  findFormPath,
  keepFirstResult,
  useFirstResult,
} from '#product/first-result/first-result.ts';
import { MistedPrompt, WaySteps } from '#product/first-result/way-head.tsx';
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
  const first = useFirstResult(findFormPath(redirect));
  const isWaiting = state === 'waiting';
  const [startMs] = useState(() => serverNow());
  const isLong = useNow(isWaiting) - startMs > longWaitMs;
  const isQuiet = useQuietStart();
  useReturnHome({ state, first, credits, redirect });

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
  const isHidden = isWaiting ? isQuiet : first !== undefined && leavesAtOnce(state);
  return (
    <div role="status" className={isHidden ? 'invisible' : undefined}>
      {first ? (
        <div className="grid gap-4">
          <MistedPrompt prompt={first.prompt} className="rounded-xl" />
          <WaySteps step={3} formatLabel={(at) => t('pricing:return.step', at)} />
        </div>
      ) : null}
      <EmptyState picture={pictures[state]} title={t(`return.${state}`)} text={said}>
        <ReturnLinks state={state} redirect={redirect} />
      </EmptyState>
    </div>
  );
}

/** Most payments are known by then, and lead on without a page in between. */
const quietMs = 1_000;

/** Whether the page has only just opened. */
function useQuietStart(): boolean {
  const [isQuiet, setQuiet] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(false), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return isQuiet;
}

/** Outcomes of a purchase on the way to a first result that the form itself shows. */
const leavesAtOnce = (state: PurchaseState) => state === 'paid' || state === 'cancelled';

type ReturnHome = {
  state: PurchaseState;
  first: FirstResult | undefined;
  credits: number;
  redirect: string | undefined;
};

/**
 * Returns a user who has paid to the page they bought from, whose form has kept its draft. On the way to a first result
 * the form says what has come of the payment.
 */
function useReturnHome({ state, first, credits, redirect }: ReturnHome): void {
  const { t } = useTranslation('pricing');
  const router = useRouter();
  const isKnown = credits > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per outcome, whatever else changes
  useEffect(() => {
    if (first && isKnown) {
      const step = state === 'waiting' ? 'confirming' : state === 'paid' ? 'ready' : 'left';
      keepFirstResult({ ...first, step });
    }
    if (first && state === 'cancelled' && redirect !== undefined) router.history.replace(redirect);
    if (state !== 'paid') return;
    let hasLeft = false;
    // The form needs an account that has paid, even if the event about the payment was lost.
    void refreshAccount().then(() => {
      if (hasLeft || redirect === undefined || redirect === '/') return;
      if (!first) showToast(t('return.paidText', { count: credits }), { tone: 'success' });
      router.history.replace(redirect);
    });
    return () => {
      hasLeft = true;
    };
  }, [state, isKnown]);
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
