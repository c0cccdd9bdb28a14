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
import type { UploadSummary } from '#product/uploads/upload-board.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Menu } from '#ui/menu.tsx';
import { Popover, popoverAnchor } from '#ui/popover.tsx';
import { type FormValues, pricedInput } from '../form-values.ts';

const loadParts = async () => (await import('./generate-bar-parts.tsx')).loadParts();
const BarNotices = lazyPart(async () => (await loadParts()).BarNotices);
const BarTime = lazyPart(async () => (await loadParts()).BarTime);
const BarDetails = lazyPart(async () => (await loadParts()).BarDetails);
const TakesItems = lazyPart(async () => (await loadParts()).TakesItems);

const barClassName =
  'group fixed inset-x-0 bottom-[calc(var(--bottom-bar-height)+var(--keyboard-height,0px))] z-10 border-t border-line bg-canvas px-3 py-1.5 ' +
  'md:left-64 md:px-4 md:pt-2.5 md:pb-[max(0.625rem,env(safe-area-inset-bottom))] md:collapsed:left-13 lg:px-5 wide:static';
/** Height of the rows of the bar before a slow network has brought them; in a low window there is one. */
const rowsClassName = 'min-h-14 md:min-h-[min(6.1875rem,11svh)]';
/** Least height of a button; on a phone it is what a finger needs. */
const buttonHeight = 'max-md:min-h-11 md:short:min-h-10';

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

/**
 * Submit button with the number of takes, price and resulting balance; one line above the bar of a phone, else the foot
 * of the column.
 */
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
      className={classNames(barClassName, !isClosed && !overrideLabel && rowsClassName)}
    >
      <Suspense fallback={null}>
        <BarNotices problems={problems} kind={kind} values={values} />
      </Suspense>
      {children}
      {isClosed ? null : (
        <div className="flex flex-row-reverse items-center gap-3 md:block md:short:flex md:short:flex-row">
          <div className="flex min-w-0 flex-1 gap-px">
            <SubmitButton {...props} costCredits={costCredits} />
            {overrideLabel ? null : (
              <Menu
                label={t('takes.button', { count: takes })}
                side="above"
                className="w-[min(22rem,calc(100vw-1rem))]"
                button={{
                  variant: 'primary',
                  size: 'lg',
                  className: `shrink-0 rounded-l-none px-2.5! tabular-nums ${buttonHeight}`,
                  children: (
                    <>
                      ×{takes}
                      <ChevronDown size={16} aria-hidden="true" className="rotate-180" />
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
            <div className="relative flex h-11 w-28 shrink-0 flex-col items-start text-xs md:h-auto text-ink-faint md:mt-1.5 md:min-h-6 md:w-auto md:flex-row md:items-center md:justify-between md:gap-x-3 md:short:mt-0 md:short:flex-1">
              <Popover
                side="above"
                align="start"
                className="w-80 p-4 text-sm"
                renderButton={(button) => (
                  <button
                    {...button}
                    type="button"
                    className="min-h-6 min-w-0 rounded-sm text-left leading-4 underline decoration-dotted underline-offset-4 before:absolute before:-inset-2 hover:text-ink md:truncate md:before:hidden"
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
  const cost = formatCredits(costCredits, i18n.language);
  const action = t(`kinds:kinds.${kind.id}.cta`);
  const generateLabel = t('create:generate', { action, cost, count: costCredits });
  const end = generateLabel.lastIndexOf(cost) + cost.length;
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      className={classNames(
        `min-w-0 flex-1 px-2! group-has-data-ready:animate-ready ${buttonHeight}`,
        !overrideLabel && 'rounded-r-none',
      )}
      aria-keyshortcuts="Control+Enter Meta+Enter"
    >
      <Sparkles size={18} aria-hidden="true" className="shrink-0" />
      {overrideLabel ??
        (uploads.count > 0 ? (
          t('create:upload.waiting', uploads)
        ) : (
          // A phone has no room for the unit.
          <span>
            {generateLabel.slice(0, end)}
            <span className="max-md:sr-only">{generateLabel.slice(end)}</span>
          </span>
        ))}
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
  const isShort = after < 0;
  return (
    <span className={classNames('tabular-nums', isShort && 'text-warn-text')}>
      <span aria-hidden="true" className="md:hidden">
        {format(left)} → {format(after)}
      </span>
      <span className="max-md:sr-only">
        {isShort
          ? t('balance.short', { left: format(left), missing: format(-after) })
          : t('balance.after', { left: format(left), after: format(after) })}
      </span>
    </span>
  );
}
