import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { webhookDeliveriesQuery } from './developers-queries.ts';
import { WebhookDelivery } from './webhook-delivery.tsx';

/** What was told to a user's own server, and what came of it. */
export function WebhookDeliveries() {
  const { t } = useTranslation('developers');
  const { data: reply, error, refetch } = useQuery(webhookDeliveriesQuery);
  return (
    <section aria-labelledby="webhooks-title" className="mt-14">
      <h2 id="webhooks-title" className="text-lg font-semibold">
        {t('webhooks.title')}
      </h2>
      <p className="mt-2 max-w-2xl text-sm text-ink-soft text-pretty">{t('webhooks.text')}</p>
      {!reply && error ? (
        <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
      ) : null}
      {reply || error ? null : <Skeleton className="mt-5 h-24" />}
      {reply?.data.length === 0 ? (
        <p className="mt-5 border-t border-line pt-3 text-sm text-ink-faint">{t('webhooks.none')}</p>
      ) : null}
      {reply && reply.data.length > 0 ? (
        <ul aria-label={t('webhooks.list')} className="mt-5 border-b border-line">
          {reply.data.map((delivery) => (
            <WebhookDelivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
