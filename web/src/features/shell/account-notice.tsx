import type { AccountNotice } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { useDeviceLabel } from '#product/account/device-label.ts';
import { acknowledgeNotice } from '#product/api/account.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button, buttonVariants } from '#ui/button.tsx';

type AccountNoticeCardProps = { notices: readonly AccountNotice[] };

/** The browsers that are named; more are counted. */
const maxNamed = 3;

/**
 * Asks whether new sign-ins, all of them at once, or an API key were the user. Either answer acknowledges them; "no" leads
 * to the account page.
 */
export function AccountNoticeCard({ notices }: AccountNoticeCardProps) {
  const { t } = useTranslation(['account', 'shell']);
  const listFacts = useNoticeFacts();
  const { isRunning, run } = useSingleRun(showErrorToast);
  const [newest] = notices;
  if (!newest) return null;
  const isSignIn = newest.kind === 'sign_in';
  const asked = isSignIn ? notices.filter(({ kind }) => kind === 'sign_in') : [newest];
  const count = asked.length;
  const answer = () =>
    void run(async () => {
      await Promise.all(asked.map(({ id }) => acknowledgeNotice(id)));
      await refreshAccount();
    });
  const isMany = count > 1;
  const one: string = t(`notice.${newest.kind}`, {
    key: `atl_…${newest.key_ending}`,
    program: newest.program,
  });
  const text = isMany ? t('notice.sign_ins', { count }) : one;
  return (
    <div
      className="pointer-events-auto m-4 flex animate-arrive gap-3 rounded-lg border border-line bg-surface p-4 text-sm shadow-float sm:ml-auto sm:w-fit sm:max-w-90"
      style={{ marginBottom: 'calc(1rem + var(--sticky-bar-height) + var(--bottom-bar-height, 0px))' }}
    >
      <ShieldAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-warn-text" />
      <div className="min-w-0">
        <p className="font-medium text-ink">
          {t('shell:followed', { text })}
          {t(isMany ? 'notice.questions' : 'notice.question')}
        </p>
        {asked.slice(0, maxNamed).map((notice) => (
          <p key={notice.id} className="mt-0.5 text-ink-soft wrap-anywhere">
            {listFacts(notice)}
          </p>
        ))}
        {count > maxNamed ? (
          <p className="mt-0.5 text-ink-soft">{t('notice.more', { count: count - maxNamed })}</p>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" variant="primary" aria-busy={isRunning} onClick={answer}>
            {t(isMany ? 'notice.allMine' : 'notice.yes')}
          </Button>
          <Link to="/account" onClick={answer} className={buttonVariants('secondary', 'sm')}>
            {t('notice.no')}
          </Link>
        </div>
      </div>
    </div>
  );
}

/** Returns a text with the browser, the address and the time of a notice. */
function useNoticeFacts(): (notice: AccountNotice) => string {
  const { i18n } = useTranslation();
  const formatLabel = useDeviceLabel();
  return ({ device, address, created_at }) =>
    [formatLabel(device), address, formatDate(created_at, i18n.language)].filter(Boolean).join(' · ');
}
