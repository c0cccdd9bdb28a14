import type { AccountNotice } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { acknowledgeNotice } from '#lib/api/account.ts';
import { formatDate } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { useDeviceLabel } from '#product/account/device-label.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button, buttonVariants } from '#ui/button.tsx';

/** Asks whether a new sign-in or API key was the user. Either answer acknowledges it; "no" leads to the account page. */
export function AccountNoticeBar({ notice }: { notice: AccountNotice }) {
  const { t, i18n } = useTranslation(['account', 'shell']);
  const labelOf = useDeviceLabel();
  const { isRunning, run } = useSingleRun(showErrorToast);
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (ref.current ? reserveHeight(ref.current) : undefined), []);
  const answer = () =>
    void run(async () => {
      await acknowledgeNotice(notice.id);
      await refreshAccount();
    });
  const facts = [labelOf(notice.device), notice.address, formatDate(notice.created_at, i18n.language)];
  return (
    <div
      ref={ref}
      className="flex animate-arrive flex-wrap items-center gap-x-4 gap-y-3 border-b border-line bg-warn-soft px-4 py-3 text-sm md:px-6"
    >
      <ShieldAlert size={18} aria-hidden="true" className="shrink-0 text-warn-text" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-ink">
          {t('shell:followed', { text: t(`notice.${notice.kind}`, { key: `atl_…${notice.key_ending}` }) })}
          {t('notice.question')}
        </p>
        <p className="mt-0.5 text-ink-soft wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-busy={isRunning} onClick={answer}>
          {t('notice.yes')}
        </Button>
        <Link to="/account" onClick={answer} className={buttonVariants('primary', 'sm')}>
          {t('notice.no')}
        </Link>
      </div>
    </div>
  );
}

/** Parts that are as high as the window know how much of it is left to them. Returns the function that takes it back. */
function reserveHeight(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--notice-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--notice-height');
  };
}
