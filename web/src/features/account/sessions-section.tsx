import type { PublicSession } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { useLateFocus } from '#lib/use-late-focus.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useDeviceLabel } from '#product/account/device-label.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { endOtherSessions, endSession, refreshAccountLists, sessionsQuery } from './account-data.ts';

/** The browsers in which the user is signed in; every one but this can be signed out from here. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const sessions = useQueryWithPrevious(sessionsQuery);
  const [ending, setEnding] = useState<PublicSession | 'others'>();
  const [title, focusTitle] = useLateFocus<HTMLHeadingElement>();
  const hasOthers = (sessions.reply?.data.length ?? 0) > 1;
  const close = () => setEnding(undefined);
  return (
    <section aria-labelledby="sessions-title" className="mt-10">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h2
          id="sessions-title"
          ref={title}
          tabIndex={-1}
          className="scroll-mt-20 text-lg font-semibold outline-none"
        >
          {t('sessions.title')}
        </h2>
        {hasOthers ? <Button onClick={() => setEnding('others')}>{t('sessions.endOthers')}</Button> : null}
      </div>
      <p className="mt-2 text-sm text-ink-soft text-pretty">{t('sessions.text')}</p>
      <QueryBoundary query={sessions} skeleton={<Skeleton className="mt-5 h-40" />}>
        {({ data }) => (
          <>
            <ul aria-label={t('sessions.list')} className="mt-5 border-b border-line">
              {data.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
            {data.length === 1 ? (
              <p className="mt-3 text-sm text-ink-faint">{t('sessions.onlyHere')}</p>
            ) : null}
          </>
        )}
      </QueryBoundary>
      {ending ? (
        <EndDialog
          ending={ending}
          onClose={close}
          onEnded={() => {
            close();
            focusTitle();
          }}
        />
      ) : null}
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: PublicSession; onEnd: () => void }) {
  const { t, i18n } = useTranslation('account');
  const device = useDeviceLabel()(session.device);
  const times = [
    ['signedIn', session.signed_in_at, session.sign_in_address],
    ['lastUsed', session.last_used_at, session.last_address],
  ] as const;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <p className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{device}</span>
        {session.is_current ? <Badge tone="ok">{t('sessions.current')}</Badge> : null}
        {session.is_notified ? <Badge>{t('sessions.notified')}</Badge> : null}
      </p>
      {session.is_current ? (
        <span />
      ) : (
        <Button size="sm" variant="ghost" aria-label={t('sessions.endOf', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
      <dl className="col-span-2 flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-ink-faint">
        {times.map(([name, time, address]) => (
          <div key={name} className="flex flex-wrap gap-x-1.5">
            <dt>{t(`sessions.${name}`)}</dt>
            <dd className="text-ink-soft tabular-nums wrap-anywhere">
              <time dateTime={time}>{formatDate(time, i18n.language)}</time>
              {address ? ` · ${address}` : null}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

type EndDialogProps = { ending: PublicSession | 'others'; onClose: () => void; onEnded: () => void };

function EndDialog({ ending, onClose, onEnded }: EndDialogProps) {
  const { t } = useTranslation('account');
  const formatLabel = useDeviceLabel();
  const { isRunning, errorCode, run } = useSingleRun();
  const isAll = ending === 'others';
  const device = isAll ? '' : formatLabel(ending.device);
  const submit = () =>
    void run(async () => {
      await (isAll ? endOtherSessions() : endSession(ending.id));
      await refreshAccountLists();
      onEnded();
      showToast(t(isAll ? 'sessions.othersEnded' : 'sessions.ended', { device }), { tone: 'success' });
    });
  return (
    <FormDialog
      title={t(isAll ? 'sessions.endOthersTitle' : 'sessions.endTitle')}
      cancel={t('sessions.cancel')}
      action={t('sessions.end')}
      doing={t('sessions.ending')}
      isDangerous
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      {isAll ? null : (
        <p className="border-l-2 border-line-strong pl-3 text-ink wrap-anywhere">
          {[device, ending.last_address].filter(Boolean).join(' · ')}
        </p>
      )}
      <p>{t(isAll ? 'sessions.endOthersText' : 'sessions.endText')}</p>
    </FormDialog>
  );
}
