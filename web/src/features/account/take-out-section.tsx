import type { PublicTakeOut } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCredits, formatDate } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { followTakeOut, openTakeOut, startTakeOut, takeOutQuery } from './take-out-data.ts';

/** The archive of everything that is the user's: prepared by the server, followed by events, downloaded here. */
export function TakeOutSection() {
  const { t } = useTranslation('account');
  const takeOut = useQueryWithPrevious(takeOutQuery);
  useEffect(followTakeOut, []);
  return (
    <section aria-labelledby="take-out-title" className="mt-10">
      <h2 id="take-out-title" className="scroll-mt-20 flex min-h-10 items-center text-lg font-semibold">
        {t('takeOut.title')}
      </h2>
      <p className="mt-2 text-sm text-ink-soft text-pretty">{t('takeOut.text')}</p>
      <QueryBoundary query={takeOut} skeleton={<Skeleton className="mt-5 h-10 w-48" />}>
        {({ take_out }) => (
          <div className="mt-5">
            {take_out?.state === 'preparing' ? <Progress {...take_out.progress} /> : null}
            {/* Announced when it changes; the progress has a role of its own. */}
            <div role="status">{take_out ? <Outcome takeOut={take_out} /> : null}</div>
            <Actions takeOut={take_out} />
          </div>
        )}
      </QueryBoundary>
    </section>
  );
}

function Outcome({ takeOut }: { takeOut: PublicTakeOut }) {
  const { t } = useTranslation('account');
  if (takeOut.state === 'preparing') return null;
  if (takeOut.state === 'ready') return <Facts takeOut={takeOut} />;
  return <p className="mb-4 text-danger-text text-pretty">{t(`takeOut.${takeOut.state}`)}</p>;
}

function Progress({ done, total }: PublicTakeOut['progress']) {
  const { t, i18n } = useTranslation('account');
  const shown = formatCredits(done, i18n.language);
  return (
    <div className="mb-4">
      <ProgressBar label={t('takeOut.progress')} percent={total > 0 ? (100 * done) / total : 0} />
      <p className="mt-2 text-sm text-ink-soft tabular-nums">
        {total > 0 ? t('takeOut.counted', { done: shown, count: total }) : t('takeOut.counting')}
      </p>
    </div>
  );
}

function Facts({ takeOut: { bytes, created_at, expires_at } }: { takeOut: PublicTakeOut }) {
  const { t, i18n } = useTranslation('account');
  const facts = [
    ['size', formatBytes(bytes ?? 0, i18n.language)],
    ['from', formatDate(created_at, i18n.language)],
    ['until', formatDate(expires_at, i18n.language)],
  ] as const;
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-1.5">
            <dt className="text-ink-faint">{t(`takeOut.${name}`)}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 mb-4 text-sm text-ink-soft">{t('takeOut.resumable')}</p>
    </>
  );
}

function Actions({ takeOut }: { takeOut: PublicTakeOut | null }) {
  const { t, i18n } = useTranslation('account');
  const { isRunning: isStarting, run: runStart } = useSingleRun(showErrorToast);
  const { isRunning: isOpening, run: runOpen } = useSingleRun(showErrorToast);
  const isReady = takeOut?.state === 'ready';
  const isPreparing = isStarting || takeOut?.state === 'preparing';
  return (
    <div className="flex flex-wrap gap-3">
      {isReady ? (
        <Button
          variant="primary"
          aria-busy={isOpening}
          onClick={() => void runOpen(() => openTakeOut(takeOut.id))}
        >
          <Download size={16} aria-hidden="true" />
          {t(isOpening ? 'takeOut.downloading' : 'takeOut.download')}
        </Button>
      ) : null}
      <Button
        variant={isReady ? 'secondary' : 'primary'}
        disabled={isPreparing}
        aria-busy={isPreparing}
        onClick={() => void runStart(() => startTakeOut(i18n.language))}
      >
        {t(isPreparing ? 'takeOut.preparing' : takeOut ? 'takeOut.again' : 'takeOut.prepare')}
      </Button>
    </div>
  );
}
