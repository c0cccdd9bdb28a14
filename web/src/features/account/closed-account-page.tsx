import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { refreshAccount, useAccount } from '#product/account/account-store.ts';
import { endSession } from '#product/end-session.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { usePageTitle } from '#product/page-title.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import { closingQuery, keepAccount } from './closing-data.ts';
import { TakeOutSection } from './take-out-section.tsx';

/** Replaces other pages while the owner of a closed account is signed in: they may keep it until it is erased. */
export function ClosedAccountPage() {
  const { t, i18n } = useTranslation('closing');
  usePageTitle(t('page.short'));
  const account = useAccount();
  const { isRunning, run } = useSingleRun(showErrorToast);
  if (account.status !== 'closed') return null;
  const keep = () =>
    void run(async () => {
      await keepAccount();
      await refreshAccount();
      showToast(t('page.kept'), { tone: 'success' });
    });
  return (
    <div className="m-auto w-full max-w-xl px-4 py-16 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">
        {t('page.title', { date: formatDate(account.erasesAt, i18n.language) })}
      </h1>
      <p className="mt-4 text-ink-soft text-pretty">{t('page.text')}</p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" aria-busy={isRunning} onClick={keep}>
          {t(isRunning ? 'page.keeping' : 'page.keep')}
        </Button>
        <Button onClick={() => void endSession({ everywhere: false })}>{t('page.signOut')}</Button>
      </div>
      <TakeOutSection />
      <StatementLink />
    </div>
  );
}

/** The link of the closing, shown again: it opens the statement also after the account is gone. */
function StatementLink() {
  const { t } = useTranslation(['closing', 'shell']);
  const token = useQueryWithPrevious(closingQuery).reply?.closing?.statement_token;
  if (token === undefined) return null;
  return (
    <p className="mt-10 border-t border-line pt-6 text-sm text-ink-soft text-pretty">
      {t('shell:followed', { text: t('page.statement') })}
      <Link to="/erasure/$token" params={{ token }} className="text-accent-text underline">
        {t('page.open')}
      </Link>
    </p>
  );
}
