import type { PublicBatch } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import LayersPlus from 'lucide-react/icons/layers-plus';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { HeldLine } from '#product/line/held-line.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { CardsSkeleton, cardsClassName } from '#ui/cards.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { BatchDialogs, type DeleteGenerations, useBatchActions } from './batch-actions.tsx';
import { BatchCard } from './batch-card.tsx';
import { useBatches } from './batch-data.ts';
import { PickStatistics } from './pick-statistics.tsx';

type BatchesPageProps = { onDelete: DeleteGenerations };

/** The user's batches, the newest first, and which models win in their choices. */
export function BatchesPage({ onDelete }: BatchesPageProps) {
  const { t } = useTranslation('batches');
  usePageTitle(t('title'));
  const { status } = useAccount();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pb-16 md:px-6">
      <Link to="/creator/history" className={buttonVariants('ghost', 'sm', 'mt-3 -ml-3')}>
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
        {t('library')}
      </Link>
      <h1 className="py-2 text-xl font-semibold">{t('title')}</h1>
      {status === 'signed-in' ? <Batches onDelete={onDelete} /> : null}
      {status === 'loading' ? <CardsSkeleton /> : null}
      {status === 'anonymous' ? <PageSignIn page="batches" /> : null}
    </div>
  );
}

function Batches({ onDelete }: BatchesPageProps) {
  const { t } = useTranslation('batches');
  const query = useBatches();
  const actions = useBatchActions(onDelete);
  const { batches } = query;
  if (!batches && query.error)
    return <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={() => void query.refetch()} />;
  if (!batches) return <CardsSkeleton />;
  if (batches.length === 0 && !query.hasNextPage) return <NoBatches />;
  return (
    <>
      <p className="max-w-prose pb-5 text-sm text-ink-soft text-pretty">{t('text')}</p>
      {batches.some(({ counts }) => counts.waiting > 0) ? <HeldLine className="mb-5 max-w-prose" /> : null}
      <PickStatistics />
      <ul aria-label={t('title')} className={cardsClassName}>
        {batches.map((batch: PublicBatch) => (
          <BatchCard key={batch.id} batch={batch} actions={actions} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <div className="flex justify-center pt-6">
          <Button aria-busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
      <BatchDialogs actions={actions} />
    </>
  );
}

function NoBatches() {
  const { t } = useTranslation('batches');
  return (
    <EmptyState picture={<LayersPlus size={32} />} title={t('nothing.title')} text={t('nothing.text')}>
      <Link
        to="/creator/image/{-$type}"
        params={{ type: 'text-to-image' }}
        className={buttonVariants('primary')}
      >
        {t('nothing.action')}
      </Link>
    </EmptyState>
  );
}
