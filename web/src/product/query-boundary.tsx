import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useKeptQuery } from '#lib/use-kept-query.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

type LoadedProps<Reply> = {
  query: ReturnType<typeof useKeptQuery<Reply>>;
  children: (reply: Reply) => ReactNode;
};

/** An answer, or what stands in its place. */
export function Loaded<Reply>({ query, children }: LoadedProps<Reply>) {
  const { t } = useTranslation('ledger');
  const { reply, isOld, error, retry } = query;
  if (reply !== undefined) return <div aria-busy={isOld}>{children(reply)}</div>;
  if (!error) return <Skeleton className="mt-4 h-40" />;
  return <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={retry} />;
}
