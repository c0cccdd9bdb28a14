import type { RetentionReply } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Every place that a prompt or a file gets to, and for how long; docs/privacy.md says the same for operators. */
export function DataPlaces({ times }: { times: RetentionReply }) {
  const { t } = useTranslation('legal');
  return (
    <section aria-labelledby="places-title" className="mt-12 border-t border-line pt-8">
      <h2 id="places-title" className="text-lg font-semibold text-ink">
        {t('places.title')}
      </h2>
      <p className="mt-2">{t('places.intro')}</p>
      <dl className="mt-6 grid gap-6 text-pretty">
        <Place name={t('places.site.name')}>
          <li>{t('places.site.kept')}</li>
          <li>{t('places.site.deleted', { count: times.trash_days })}</li>
          <li>{t('places.site.erased', { count: times.erasure_days })}</li>
          <li>{t('places.site.temporary')}</li>
        </Place>
        <Place name={t('places.provider.name')}>
          <li>{t('places.provider.sent')}</li>
          <li>{t('places.provider.files', { count: times.provider_file_hours })}</li>
          <li>{t(`places.provider.${choosePayloads(times)}`)}</li>
        </Place>
        <Place name={t('places.browser.name')}>
          <li>{t('places.browser.kept')}</li>
        </Place>
        <Place name={t('places.shared.name')}>
          <li>{t('places.shared.pages')}</li>
          <li>{t('places.shared.downloads')}</li>
          <li>{t('places.shared.webhooks')}</li>
        </Place>
        <Place name={t('places.operator.name')}>
          <li>{t('places.operator.sees')}</li>
          <li>{t('places.operator.backups')}</li>
        </Place>
        <Place name={t('places.none.name')}>
          <li>{t('places.none.who')}</li>
        </Place>
      </dl>
    </section>
  );
}

/** Chooses the text about prompts and answers at fal. */
function choosePayloads(times: RetentionReply): 'unstored' | 'deleted' | 'stored' {
  if (!times.provider_stores_payloads) return 'unstored';
  return times.provider_deletes_payloads ? 'deleted' : 'stored';
}

function Place({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-ink">{name}</dt>
      <dd>
        <ul className="mt-1 grid list-disc gap-1 pl-5">{children}</ul>
      </dd>
    </div>
  );
}
