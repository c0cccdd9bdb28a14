import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';

/** Says since when fal takes no work, and what that means for what is submitted. */
export function ProviderBanner({ since }: { since: string }) {
  const { t } = useTranslation('status');
  return (
    <section
      aria-label={t('held.title')}
      className="mt-6 grid max-w-2xl gap-1 rounded-lg bg-warn-soft px-4 py-3 text-warn-text"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 font-medium">
        {t('held.title')}
        <HeldSince since={since} />
      </p>
      <p className="text-sm text-pretty">{t('held.text')}</p>
    </section>
  );
}

/** "Waiting since 10:32", with the day when that is another one. */
export function HeldSince({ since }: { since: string }) {
  const { t, i18n } = useTranslation('status');
  const date = new Date(since);
  const isToday = date.toDateString() === new Date(serverNow()).toDateString();
  const time = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: isToday ? undefined : 'medium',
    timeStyle: 'short',
  });
  return (
    <time dateTime={since} className="text-sm font-normal tabular-nums">
      {t('held.since', { time: time.format(date) })}
    </time>
  );
}
