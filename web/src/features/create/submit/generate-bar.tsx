import type { Kind, Price } from '@atelier/catalog';
import Sparkles from 'lucide-react/icons/sparkles';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import type { Account } from '#product/account/account-store.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { type FormValues, pricedInput } from '../form-values.ts';
import type { UploadSummary } from '../uploads/upload-board.ts';

const loadParts = async () => (await import('./generate-bar-parts.tsx')).loadParts();
const BarNotices = lazyPart(async () => (await loadParts()).BarNotices);
const BarChoices = lazyPart(async () => (await loadParts()).BarChoices);
const PriceParts = lazyPart(async () => (await loadParts()).PriceParts);

type GenerateBarProps = {
  kind: Kind;
  values: FormValues;
  problems: readonly InputProblem[];
  /** The server's price where it differs from our own; its parts are unknown then. */
  namedCredits: number | undefined;
  account: Account;
  uploads: UploadSummary;
  /** Replaces the price on the button while it does something else. */
  overrideLabel: string | undefined;
};

/** Price, resulting balance and the submit button; fixed to the bottom on phones, else the foot of the column. */
export function GenerateBar(props: GenerateBarProps) {
  const { kind, values, problems, namedCredits, account, uploads, overrideLabel } = props;
  const { t, i18n } = useTranslation(['create', 'kinds']);
  const isClosed = useKindClosures().get(kind.id)?.is_closed && !overrideLabel;
  const price = kind.price(pricedInput(kind, values));
  const costCredits = namedCredits ?? price.costCredits;
  const generateLabel = t('create:generate', {
    action: t(`kinds:kinds.${kind.id}.cta`),
    cost: formatCredits(costCredits, i18n.language),
    count: costCredits,
  });
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 short:pt-2 short:pb-2 md:left-64 md:collapsed:left-15 wide:static wide:bg-canvas wide:py-2.5">
      <Suspense fallback={null}>
        <BarNotices problems={problems} kind={kind} values={values} />
      </Suspense>
      {isClosed ? null : (
        <div className="mx-auto w-full max-w-2xl short:flex short:items-center short:gap-4 wide:max-w-none">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="w-full short:min-h-10 short:w-auto"
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            <Sparkles size={18} aria-hidden="true" />
            {overrideLabel ?? (uploads.count > 0 ? t('create:upload.waiting', uploads) : generateLabel)}
          </Button>
          <div className="mt-1.5 flex min-h-12 flex-wrap items-center justify-between gap-x-3 text-xs text-ink-faint short:mt-0 short:min-h-6 short:flex-1">
            {overrideLabel ? null : <BalanceAfter account={account} costCredits={costCredits} />}
            {overrideLabel || namedCredits !== undefined ? null : <PriceDetails price={price} />}
            {/* Its room is kept until its part has been loaded. */}
            <div className="flex min-h-6 w-full items-center gap-x-3 short:w-auto">
              {overrideLabel ? null : (
                <Suspense fallback={null}>
                  <BarChoices kind={kind} values={values} />
                </Suspense>
              )}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** "1,240 left → 940", or how much is missing. */
function BalanceAfter({ account, costCredits }: { account: Account; costCredits: number }) {
  const { t, i18n } = useTranslation('create');
  if (account.status === 'anonymous') return <span>{t('balance.anonymous')}</span>;
  if (!account.info) return <span />;
  const left = account.info.credits.left_credits;
  const after = left - costCredits;
  const format = (credits: number) => formatCredits(credits, i18n.language);
  if (after < 0) {
    return (
      <span className="text-warn-text">
        {t('balance.short', { left: format(left), missing: format(-after) })}
      </span>
    );
  }
  return (
    <span className="tabular-nums">{t('balance.after', { left: format(left), after: format(after) })}</span>
  );
}

/** The parts of the price, in a popover. */
function PriceDetails({ price }: { price: Price }) {
  const { t } = useTranslation('create');
  return (
    <Popover
      side="above"
      // Above the whole bar: the price and its button stay in sight.
      className="w-64 -translate-y-17 p-4 text-sm"
      renderButton={(props) => (
        <button
          {...props}
          type="button"
          className="ml-auto min-h-6 rounded-sm underline decoration-dotted underline-offset-4 hover:text-ink"
        >
          {t('price.title')}
        </button>
      )}
    >
      {() => (
        <Suspense fallback={<div className="h-32" />}>
          <PriceParts price={price} />
        </Suspense>
      )}
    </Popover>
  );
}
