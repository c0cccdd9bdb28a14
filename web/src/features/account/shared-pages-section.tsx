import type { SharedPage } from '@atelier/contract';
import ExternalLink from 'lucide-react/icons/external-link';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { CopyText } from '#product/copyable.tsx';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonVariants } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { sharesQuery, stopSharing } from './account-data.ts';

/** The pages that the user shares: what each of them shows is set where its result is. */
export function SharedPagesSection() {
  const { t } = useTranslation('account');
  const shares = useQueryWithPrevious(sharesQuery);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="shares-title" className="mt-10">
      <h2
        id="shares-title"
        ref={title}
        tabIndex={-1}
        className="scroll-mt-20 flex min-h-10 items-center text-lg font-semibold outline-none"
      >
        {t('shares.title')}
      </h2>
      <p className="mt-2 text-sm text-ink-soft text-pretty">{t('shares.text')}</p>
      <QueryBoundary query={shares} skeleton={<Skeleton className="mt-5 h-20" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="mt-3 text-sm text-ink-faint">{t('shares.none')}</p>
          ) : (
            <ul aria-label={t('shares.title')} className="mt-5 border-b border-line">
              {data.map((page) => (
                // The button that had the focus is gone with its page.
                <ShareRow key={page.generation_id} page={page} onStopped={() => title.current?.focus()} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}

function ShareRow({ page, onStopped }: { page: SharedPage; onStopped: () => void }) {
  const { t, i18n } = useTranslation(['account', 'kinds']);
  const { isRunning, run } = useSingleRun(showErrorToast);
  const { generation_id: id, url, views, created_at: createdAt, ends_at: endsAt } = page;
  const kind = t(`kinds:kinds.${page.kind}.title`, { defaultValue: page.kind });
  const name = page.prompt === '' ? kind : makeExcerpt(page.prompt, 80);
  const facts = [
    kind,
    t('shares.views', { count: views }),
    t('shares.since', { date: formatDate(createdAt, i18n.language) }),
    ...(endsAt === null ? [] : [t('shares.until', { date: formatDate(endsAt, i18n.language) })]),
  ];
  const stop = () =>
    void run(async () => {
      await stopSharing(id);
      onStopped();
      showToast(t('shares.stopped'), { tone: 'success' });
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <div className="min-w-48 flex-1">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-faint tabular-nums">{facts.join(' · ')}</p>
      </div>
      {url === null ? (
        <Badge>{t('shares.hidden')}</Badge>
      ) : (
        <>
          <CopyText text={url} label={t('shares.copyOf', { name })} />
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('shares.openOf', { name })}
            className={buttonVariants('ghost', 'sm')}
          >
            <ExternalLink size={16} aria-hidden="true" />
            {t('shares.open')}
          </a>
        </>
      )}
      <Button size="sm" aria-label={t('shares.stopOf', { name })} aria-busy={isRunning} onClick={stop}>
        {t('shares.stop')}
      </Button>
    </li>
  );
}
