import type { Kind } from '@atelier/catalog';
import Sparkles from 'lucide-react/icons/sparkles';
import { useTranslation } from 'react-i18next';
import type { Account } from '#lib/account/use-account.ts';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format/format-credits.ts';
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
  account: Account;
  uploads: UploadSummary;
};

/** Price, balance after and the one button; at the bottom of a phone's screen, at the foot of the column otherwise. */
export function GenerateBar({ kind, values, problems, account, uploads }: GenerateBarProps) {
  const { t, i18n } = useTranslation(['create', 'kinds']);
  const price = kind.price(pricedInput(kind, values));
  const cost = formatCredits(price.costCredits, i18n.language);
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
          {uploads.count > 0
            ? t('create:upload.waiting', uploads)
            : t('create:generate', {
                action: t(`kinds:kinds.${kind.id}.cta`),
                cost,
                count: price.costCredits,
              })}
        </Button>
        <div className="mt-2 flex min-h-5 flex-wrap items-center justify-between gap-x-4 text-xs text-ink-faint">
          <BalanceAfter account={account} costCredits={price.costCredits} />
          <PriceDetails price={price} />
        </div>
      </div>
    </div>
  );
}
