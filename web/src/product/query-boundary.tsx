import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/error-state.tsx';

type QueryBoundaryProps<Reply> = {
  query: {
    reply: Reply | undefined;
    /** Whether `reply` answers an earlier query. */
    isOld?: boolean;
    error: Error | null;
    retry: () => void;
  };
  /** Shown until the first reply. */
  skeleton: ReactNode;
  children: (reply: Reply) => ReactNode;
};

/** The content of a query's reply; until there is one a skeleton, or an error with a retry button. */
export function QueryBoundary<Reply>({ query, skeleton, children }: QueryBoundaryProps<Reply>) {
  const { t } = useTranslation('shell');
  const { reply, isOld, error, retry } = query;
  if (reply !== undefined) return <div aria-busy={isOld}>{children(reply)}</div>;
  if (!error) return skeleton;
  return <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={retry} />;
}
