import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { HistorySignIn } from './history-sign-in.tsx';
import { StaleNotice } from './stale-notice.tsx';
import type { HistoryPage } from './use-history-page.ts';

type HistoryBodyProps = {
  type: HistoryType;
  history: HistoryPage<unknown>;
  skeleton: ReactNode;
  children: ReactNode;
};

/** The rows of a page, or what stands in their place: skeletons, an error, the way to sign in. */
export function HistoryBody({ type, history, skeleton, children }: HistoryBodyProps) {
  const { t } = useTranslation('history');
  if (history.isSignInNeeded) return <HistorySignIn type={type} />;
  if (history.reply === undefined && history.error) {
    return (
      <ErrorState
        title={t('failed.title')}
        text={t(`types.${type}.safe`)}
        retryLabel={t('failed.retry')}
        onRetry={history.retry}
      />
    );
  }
  if (history.reply === undefined) return skeleton;
  return (
    <div aria-busy={history.isOld} className="@container">
      {history.error ? <StaleNotice onRetry={history.retry} /> : null}
      {children}
    </div>
  );
}
