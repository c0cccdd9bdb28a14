import type { PublicGeneration, Share } from '@atelier/contract';
import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { CopyableCode } from '#product/copyable.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { isAnswer } from '#product/transcript/is-answer.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import {
  changeShare,
  createShare,
  makePrivate,
  type ShareSettings,
  shareQuery,
  stopSharing,
  usualSettings,
} from './share-data.ts';
import { ShareFields } from './share-fields.tsx';

type ShareDialogProps = { generation: PublicGeneration; onClose: () => void };

/** Shares a result as a page, changes what the page shows, and takes it back. */
export function ShareDialog({ generation, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['share', 'messages', 'shell']);
  const query = useQueryWithPrevious(shareQuery(generation.id));
  const { isRunning, errorCode, run } = useSingleRun();
  const [draft, setDraft] = useState(usualSettings);
  const share = query.reply?.share ?? null;
  const isActive = share?.state === 'active';
  const isBarred = share?.state === 'hidden' || share?.state === 'taken_down';
  const create = () => void run(() => createShare(generation.id, draft));
  const change = (settings: Partial<ShareSettings>) => void run(() => changeShare(generation.id, settings));
  const stop = () => void run(() => stopSharing(generation.id));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      closeLabel={t('shell:close')}
      footer={
        isActive ? (
          <Button onClick={stop} aria-busy={isRunning}>
            {t('stop')}
          </Button>
        ) : query.reply && !isBarred ? (
          <Button variant="primary" onClick={create} aria-busy={isRunning}>
            {t(share ? 'createAgain' : 'create')}
          </Button>
        ) : null
      }
    >
      <QueryBoundary query={query} skeleton={<Skeleton className="h-72" />}>
        {() => (
          <div className="grid gap-5">
            {share && isActive ? <Link share={share} /> : <State share={share} generation={generation} />}
            {isBarred ? null : (
              <ShareFields
                key={isActive ? 'active' : 'draft'}
                settings={share && isActive ? share : draft}
                onChange={isActive ? change : (settings) => setDraft({ ...draft, ...settings })}
              />
            )}
            {generation.is_public ? <PublicNote generation={generation} run={run} /> : null}
            {errorCode === undefined ? null : (
              <p role="alert" className="rounded-md bg-danger-soft px-4 py-2.5 text-sm text-danger-text">
                {t(`messages:error.${errorCode}`, { defaultValue: t('messages:error.internal_error') })}
              </p>
            )}
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

/** The address with what became of it. */
function Link({ share }: { share: Share }) {
  const { t, i18n } = useTranslation('share');
  const { url, views, ends_at: endsAt } = share;
  if (url === null) return null;
  return (
    <div className="grid gap-2">
      <CopyableCode text={url} label={t('copy')} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <p role="status">
          {t('views', { count: views })}
          {endsAt === null ? '' : ` · ${t('endsAt', { date: formatDate(endsAt, i18n.language) })}`}
        </p>
        <a href={url} target="_blank" rel="noreferrer" className={buttonVariants('ghost', 'sm', '-mr-3')}>
          <ExternalLink size={16} aria-hidden="true" />
          {t('open')}
        </a>
      </div>
    </div>
  );
}

type StateProps = { share: Share | null; generation: PublicGeneration };

/** Explains sharing, or why it is not possible. */
function State({ share, generation }: StateProps) {
  const { t } = useTranslation(['share', 'shell']);
  const name = share === null || share.state === 'active' ? 'intro' : share.state;
  return (
    <p role="status" className="text-pretty">
      {t('shell:followed', { text: t(`state.${name}`) })}
      {share?.taken_down_reason ? t('state.reason', { reason: share.taken_down_reason }) : null}
      {share === null && isAnswer(generation) ? t('state.asked') : null}
    </p>
  );
}

type PublicNoteProps = { generation: PublicGeneration; run: (work: () => Promise<void>) => Promise<void> };

/** Programs may make the files themselves public; here it can be taken back. */
function PublicNote({ generation, run }: PublicNoteProps) {
  const { t } = useTranslation('share');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm">
      <p className="min-w-48 flex-1 text-pretty">{t('public.text')}</p>
      <Button size="sm" onClick={() => void run(() => makePrivate(generation))}>
        {t('public.action')}
      </Button>
    </div>
  );
}
