import type { Kind } from '@atelier/catalog';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Sparkles from 'lucide-react/icons/sparkles';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import type { Account } from '#product/account/account-store.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Menu } from '#ui/menu.tsx';
import { Popover, popoverAnchor } from '#ui/popover.tsx';
import { type FormValues, pricedInput } from '../form-values.ts';
import type { UploadSummary } from '../uploads/upload-board.ts';

const loadParts = async () => (await import('./generate-bar-parts.tsx')).loadParts();
const BarNotices = lazyPart(async () => (await loadParts()).BarNotices);
const BarTime = lazyPart(async () => (await loadParts()).BarTime);
const BarDetails = lazyPart(async () => (await loadParts()).BarDetails);
const TakesItems = lazyPart(async () => (await loadParts()).TakesItems);

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
  /** How many results one press makes. */
  takes: number;
  setTakes: (takes: number) => void;
  /** Opens the sheet of models; absent when there is only one. */
  onModels: (() => void) | undefined;
  /** Rendered above the bar, which is what it is placed by. */
  children?: ReactNode;
};

/** Submit button with the number of takes, price and resulting balance; fixed to the bottom on phones, else the foot of the column. */
export function GenerateBar(props: GenerateBarProps) {
  const {
    kind,
    values,
    problems,
    namedCredits,
    account,
    overrideLabel,
    takes,
    setTakes,
    onModels,
    children,
  } = props;
  const { t } = useTranslation('create');
  const isClosed = useKindClosures().get(kind.id)?.is_closed && !overrideLabel;
  const costCredits = namedCredits ?? kind.price(pricedInput(kind, values)).costCredits * takes;
  const form = { kind, values, takes };
  return (
    <div
      {...popoverAnchor}
      className="group fixed inset-x-0 bottom-0 z-10 border-t border-line bg-canvas px-4 lg:px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:left-64 md:collapsed:left-13 wide:static"
      // As high as its rows before a slow network has brought them; in a low window there is one.
      style={{ minHeight: isClosed || overrideLabel ? undefined : 'min(6.1875rem, 11svh)' }}
    >
      <Suspense fallback={null}>
        <BarNotices problems={problems} kind={kind} values={values} />
      </Suspense>
      {children}
      {isClosed ? null : (
        <div className="sm:short:flex sm:short:items-center sm:short:gap-4">
          <div className="flex gap-px">
            <SubmitButton {...props} costCredits={costCredits} />
            {overrideLabel ? null : (
              <Menu
                label={t('takes.button', { count: takes })}
                side="above"
                className="w-[min(22rem,calc(100vw-1rem))]"
                button={{
                  variant: 'primary',
                  size: 'lg',
                  className: 'shrink-0 rounded-l-none px-2.5! tabular-nums short:min-h-10',
                  children: (
                    <>
                      ×{takes}
                      <ChevronDown size={16} aria-hidden="true" />
                    </>
                  ),
                }}
              >
                <Suspense fallback={<div className="h-40" />}>
                  <TakesItems {...form} onTakes={setTakes} onModels={onModels} />
                </Suspense>
              </Menu>
            )}
          </div>
          {overrideLabel ? null : (
            <div className="mt-1.5 flex min-h-6 items-center justify-between gap-x-3 text-xs text-ink-faint sm:short:mt-0 sm:short:flex-1">
              <Popover
                side="above"
                align="start"
                className="w-80 p-4 text-sm"
                renderButton={(button) => (
                  <button
                    {...button}
                    type="button"
                    className="min-h-6 min-w-0 truncate rounded-sm underline decoration-dotted underline-offset-4 hover:text-ink"
                  >
                    <span className="sr-only">{t('price.title')}: </span>
                    <BalanceAfter account={account} costCredits={costCredits} />
                  </button>
                )}
              >
                {() => (
                  <Suspense fallback={<div className="h-40" />}>
                    <BarDetails {...form} namedCredits={namedCredits} />
                  </Suspense>
                )}
              </Popover>
              <Suspense fallback={null}>
                <BarTime kind={kind} values={values} />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Says what it does and what that costs. */
function SubmitButton(props: GenerateBarProps & { costCredits: number }) {
  const { kind, costCredits, uploads, overrideLabel } = props;
  const { t, i18n } = useTranslation(['create', 'kinds']);
  const generateLabel = t('create:generate', {
    action: t(`kinds:kinds.${kind.id}.cta`),
    cost: formatCredits(costCredits, i18n.language),
    count: costCredits,
  });
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      className={classNames(
        'min-w-0 flex-1 px-2! group-has-data-ready:animate-ready short:min-h-10',
        !overrideLabel && 'rounded-r-none',
      )}
      aria-keyshortcuts="Control+Enter Meta+Enter"
    >
      <Sparkles size={18} aria-hidden="true" className="shrink-0" />
      {overrideLabel ?? (uploads.count > 0 ? t('create:upload.waiting', uploads) : generateLabel)}
    </Button>
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
