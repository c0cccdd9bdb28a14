import type { PublicWebhookDelivery } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { redeliverWebhook, refreshWebhookDeliveries, webhookDeliveriesQuery } from './developers-data.ts';

/** The webhooks sent to a user's server, and their outcome. */
export function WebhookDeliveries() {
  const { t } = useTranslation('developers');
  const { data: reply, error, refetch } = useQuery(webhookDeliveriesQuery);
  const query = { reply, error, retry: () => void refetch() };
  return (
    <section aria-labelledby="webhooks-title" className="mt-14">
      <h2 id="webhooks-title" className="text-lg font-semibold">
        {t('webhooks.title')}
      </h2>
      <p className="mt-2 max-w-2xl text-sm text-ink-soft text-pretty">{t('webhooks.text')}</p>
      <QueryBoundary query={query} skeleton={<Skeleton className="mt-5 h-24" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="mt-5 border-t border-line pt-3 text-sm text-ink-faint">{t('webhooks.none')}</p>
          ) : (
            <ul aria-label={t('webhooks.list')} className="mt-5 border-b border-line">
              {data.map((delivery) => (
                <WebhookDelivery key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}

const tones: Record<PublicWebhookDelivery['state'], BadgeTone> = {
  waiting: 'neutral',
  delivered: 'ok',
  given_up: 'danger',
};

type WebhookDeliveryProps = { delivery: PublicWebhookDelivery };

/** One webhook; on a phone its outcome is below its URL. */
function WebhookDelivery({ delivery }: WebhookDeliveryProps) {
  const { t } = useTranslation('developers');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const sendAgain = () =>
    void run(async () => {
      try {
        await redeliverWebhook(delivery.id);
      } finally {
        await refreshWebhookDeliveries();
      }
    });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[delivery.state]}>{t(`webhooks.state.${delivery.state}`)}</Badge>
        <span className="min-w-0 font-mono text-xs wrap-anywhere">{delivery.url}</span>
      </p>
      <Button
        size="sm"
        variant="ghost"
        className="row-span-2"
        aria-label={t('webhooks.again.of', { id: delivery.generation_id })}
        aria-busy={isRunning}
        onClick={sendAgain}
      >
        {t('webhooks.again.do')}
      </Button>
      <DeliveryFacts delivery={delivery} />
    </li>
  );
}

function DeliveryFacts({ delivery }: WebhookDeliveryProps) {
  const { t, i18n } = useTranslation('developers');
  const at = delivery.delivered_at ?? delivery.created_at;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-ink-faint">
      <time dateTime={at} className="tabular-nums">
        {formatMoment(at, i18n.language)}
      </time>
      <span>{t('webhooks.attempts', { count: delivery.attempts })}</span>
      <Outcome delivery={delivery} />
      <span className="w-full font-mono text-xs wrap-anywhere">{delivery.generation_id}</span>
    </p>
  );
}

/** The last problem, and when the next attempt is due. */
function Outcome({ delivery: { last_problem, last_status, next_attempt_at } }: WebhookDeliveryProps) {
  const { t, i18n } = useTranslation('developers');
  return (
    <>
      {last_problem === null ? null : (
        <span className="text-ink-soft">
          {t(`webhooks.problem.${last_problem}`, { status: last_status ?? 0 })}
        </span>
      )}
      {next_attempt_at === null || last_problem === null ? null : (
        <span className="tabular-nums">
          {t('webhooks.next', { moment: formatMoment(next_attempt_at, i18n.language) })}
        </span>
      )}
    </>
  );
}
