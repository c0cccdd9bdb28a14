import type { Kind } from '@atelier/catalog';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useAccount } from '#product/account/account-store.ts';
import { closeDialog, dialogStore, openDialog } from '#product/dialogs/dialog-store.ts';
import { type FirstResult, keepFirstResult, useFirstResult } from '#product/first-result/first-result.ts';
import { type FormValues, parseForm, pricedInput } from '../form-values.ts';

type FirstResultNoteProps = { kind: Kind; values: FormValues };

/**
 * One line for users on the way to their first result. After the sign-in it opens the purchase, once; when the credits
 * cover the form it says so and focuses Generate, which is left for the user to press.
 */
export function FirstResultNote({ kind, values }: FirstResultNoteProps) {
  const ref = useRef<HTMLDivElement>(null);
  const way = useFirstResult(kind.menu.path);
  const purchase = usePurchase(kind, values);
  const { info, status } = useAccount();
  const isCovered = purchase.missingCredits <= 0;
  const step = way?.step;

  const advance = useEffectEvent(() => {
    if (!way || !info || !parseForm(kind, values).ok) return;
    if (isCovered) {
      if (dialogStore.get()?.name === 'first-purchase') closeDialog();
      if (way.step !== 'ready') keepFirstResult({ ...way, step: 'ready' });
    } else if (way.step === 'signing-in' || way.step === 'ready') {
      keepFirstResult({ ...way, step: 'left' });
      if (way.step === 'signing-in' && !info.user.lock) openDialog(purchase);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step and the balance say when there is something to do
  useEffect(() => advance(), [step, status, isCovered]);
  const isReady = step === 'ready' && isCovered && info !== undefined;
  useGenerateFocus(ref, isReady);
  useEndOnSubmit(ref, way && isCovered);

  return (
    <div ref={ref} role="status" data-ready={isReady || undefined}>
      {way && (isReady || !isCovered || !info) && status !== 'loading' ? (
        <NoteLine step={isReady ? 'ready' : way.step} purchase={purchase} />
      ) : null}
    </div>
  );
}

type Purchase = ReturnType<typeof usePurchase>;

/** Purchase that the form needs: of what its user lacks, or of any pack until the first payment. */
function usePurchase(kind: Kind, values: FormValues) {
  const { info } = useAccount();
  const { costCredits } = kind.price(pricedInput(kind, values));
  const left = info?.credits.left_credits ?? 0;
  const missing = costCredits - left;
  return {
    name: 'first-purchase',
    path: kind.menu.path,
    prompt: String(values.prompt ?? ''),
    medium: kind.medium,
    costCredits,
    missingCredits: info?.has_ever_paid ? missing : Math.max(1, missing),
  } as const;
}

function NoteLine({ step, purchase }: { step: FirstResult['step']; purchase: Purchase }) {
  const { t, i18n } = useTranslation(['create', 'shell']);
  const { info } = useAccount();
  const format = (credits: number) => formatCredits(credits, i18n.language);
  if (step === 'ready') {
    return (
      <p className="mb-2 flex items-center gap-2.5 rounded-md bg-ok-soft px-3 py-2 text-sm text-ok-text">
        <CircleCheck size={16} aria-hidden="true" className="shrink-0" />
        {t(`create:firstResult.ready_${purchase.medium}`, {
          cost: format(purchase.costCredits),
          left: format(info?.credits.left_credits ?? 0),
        })}
      </p>
    );
  }
  const proceed = () =>
    openDialog(
      info ? purchase : { name: 'sign-in', first: { path: purchase.path, prompt: purchase.prompt } },
    );
  return (
    <p className="mb-1 flex min-h-8 flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      <Info size={16} aria-hidden="true" className="shrink-0" />
      {t(step === 'confirming' ? 'create:firstResult.confirming' : 'create:firstResult.left')}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={proceed}
        className="min-h-6 rounded-sm text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-11"
      >
        {t(info ? 'create:firstResult.choose' : 'shell:account.signIn')}
      </button>
    </p>
  );
}

/** Focuses Generate once the form is ready, unless its user is doing something else. */
function useGenerateFocus(ref: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    // Waits until the frame of the page has moved the focus to a new page.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const isIdle = !activeElement || activeElement === document.body || activeElement.id === 'content';
      if (isIdle) ref.current?.closest('form')?.querySelector<HTMLElement>('button[type=submit]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [ref, isReady]);
}

/** The press that sends the form ends the way. */
function useEndOnSubmit(ref: RefObject<HTMLElement | null>, isAtEnd: boolean | undefined): void {
  useEffect(() => {
    const form = ref.current?.closest('form');
    if (!isAtEnd || !form) return;
    const end = () => keepFirstResult(undefined);
    form.addEventListener('submit', end);
    return () => form.removeEventListener('submit', end);
  }, [ref, isAtEnd]);
}
