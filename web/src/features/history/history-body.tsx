import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryType } from '#lib/navigation/menu.ts';
import type { KeptQuery } from '#lib/use-kept-query.ts';
import { StaleNotice } from '#product/messages/stale-notice.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { HistorySignIn } from './history-sign-in.tsx';

type HistoryBodyProps = {
  type: HistoryType;
  history: KeptQuery<unknown>;
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
      {history.error ? (
        <StaleNotice text={t('failed.stale')} onRetry={history.retry} className="mx-3 mt-2" />
      ) : null}
      {children}
    </div>
  );
}
