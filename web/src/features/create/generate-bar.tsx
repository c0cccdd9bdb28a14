import type { Kind } from '@atelier/catalog';
import Sparkles from 'lucide-react/icons/sparkles';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format/format-credits.ts';
import type { Account } from '#product/account/use-account.ts';
import { Button } from '#ui/button.tsx';
import { BalanceAfter } from './balance-after.tsx';
import { type FormValues, pricedInput } from './form-values.ts';
import { PriceDetails } from './price-details.tsx';
import { ProblemList } from './problem-list.tsx';
import type { UploadSummary } from './uploads/upload-item.ts';

type GenerateBarProps = {
  kind: Kind;
  values: FormValues;
  problems: readonly InputProblem[];
  /** The server's price where it is another one than ours; how it comes about is not known then. */
  namedCredits: number | undefined;
  account: Account;
  uploads: UploadSummary;
  /** What the button says in place of the price, while it does something else. */
  insteadLabel: string | undefined;
};

/** Price, balance after and the one button; at the bottom of a phone's screen, at the foot of the column otherwise. */
export function GenerateBar(props: GenerateBarProps) {
  const { kind, values, problems, namedCredits, account, uploads, insteadLabel } = props;
  const { t, i18n } = useTranslation(['create', 'kinds']);
  const price = kind.price(pricedInput(kind, values));
  const costCredits = namedCredits ?? price.costCredits;
  const generateLabel = t('create:generate', {
    action: t(`kinds:kinds.${kind.id}.cta`),
    cost: formatCredits(costCredits, i18n.language),
    count: costCredits,
  });
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 md:left-64 md:collapsed:left-15 wide:static wide:bg-canvas wide:py-4">
      <div className="mx-auto w-full max-w-2xl wide:max-w-none">
        <ProblemList problems={problems} />
        <Button
          type="submit"
          look="primary"
          size="lg"
          className="w-full"
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          <Sparkles size={18} aria-hidden="true" />
          {insteadLabel ?? (uploads.count > 0 ? t('create:upload.waiting', uploads) : generateLabel)}
        </Button>
        <div className="mt-2 flex min-h-6 flex-wrap items-center justify-between gap-x-4 text-xs text-ink-faint">
          {insteadLabel ? null : <BalanceAfter account={account} costCredits={costCredits} />}
          {insteadLabel || namedCredits !== undefined ? null : <PriceDetails price={price} />}
        </div>
      </div>
    </div>
  );
}
