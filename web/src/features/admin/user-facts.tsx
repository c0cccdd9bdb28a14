import type { AdminUserReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatDate } from '#lib/format/format-date.ts';
import { CopyText } from '#product/copyable.tsx';
import { Button } from '#ui/button.tsx';

type UserFactsProps = { reply: AdminUserReply; onMove: () => void };

/** Who it is, and how the account stands. */
export function UserFacts({ reply, onMove }: UserFactsProps) {
  const { t, i18n } = useTranslation('admin');
  const { user, daily_cap_credits: cap } = reply;
  const say = (credits: number) => formatCredits(credits, i18n.language);
  const facts = [
    ['available', say(user.available)],
    ['held', say(user.held)],
    ['running', say(user.running)],
    ['owed', say(user.owed)],
    ['cap', cap === null ? t('user.noCap') : say(cap)],
    ['paid', t(user.has_ever_paid ? 'user.yes' : 'user.no')],
    ['since', formatDate(user.created_at, i18n.language)],
  ] as const;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">{user.email}</h1>
        <Button look="primary" onClick={onMove}>
          {t('credits.open')}
        </Button>
      </div>
      <p className="mt-1 flex items-center gap-1 text-xs text-ink-faint">
        <span className="sr-only">{t('user.id')}</span>
        <span className="font-mono wrap-anywhere">{user.id}</span>
        <CopyText text={user.id} label={t('user.copyId')} />
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{t(`user.${name}`)}</dt>
            <dd className="mt-0.5 text-lg font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
