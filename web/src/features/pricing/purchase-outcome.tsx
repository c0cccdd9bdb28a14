import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/use-now.ts';
import { useAccount } from '#product/account/use-account.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { PurchaseState } from './purchase-state.ts';
import { ReturnLinks } from './return-links.tsx';
import { useReturnHome } from './use-return-home.ts';

const pictures = {
  waiting: <LoaderCircle size={28} className="animate-spin" />,
  paid: <CircleCheck size={28} className="text-ok-text" />,
  cancelled: <Undo2 size={28} />,
  failed: <CircleX size={28} className="text-danger-text" />,
  returned: <Undo2 size={28} />,
} satisfies Record<PurchaseState, unknown>;

/** From here on a slow payment method is likelier than a slow message. */
const longWaitMs = 30_000;

type PurchaseOutcomeProps = { state: PurchaseState; credits: number; redirect: string | undefined };

/** What became of the payment, in words that a screen reader hears when they change. */
export function PurchaseOutcome({ state, credits, redirect }: PurchaseOutcomeProps) {
  const { t } = useTranslation('pricing');
  const { info } = useAccount();
  const isWaiting = state === 'waiting';
  const [startMs] = useState(() => Date.now());
  const isLong = useNow(isWaiting) - startMs > longWaitMs;
  useReturnHome({ isPaid: state === 'paid', credits, redirect });

  const text = {
    waiting: t(isLong ? 'return.long' : 'return.waitingText'),
    paid: t('return.paidText', { count: credits }),
    cancelled: t('return.cancelledText'),
    failed: t('return.failedText'),
    returned: t('return.returnedText'),
  }[state];
  const balance = info && state === 'paid' ? ` ${t('balance', { count: info.credits.left_credits })}` : '';
  return (
    <div role="status">
      <EmptyState picture={pictures[state]} title={t(`return.${state}`)} text={text + balance}>
        <ReturnLinks state={state} redirect={redirect} />
      </EmptyState>
    </div>
  );
}
