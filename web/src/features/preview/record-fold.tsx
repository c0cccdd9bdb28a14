import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format/format-date.ts';
import { Collapsible } from '#ui/collapsible.tsx';

/** The id and time that support asks for. */
export function RecordFold({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('preview');
  const { id, provider_request_id: providerId, finished_at, created_at } = generation;
  return (
    <div className="mt-2">
      <Collapsible title={t('record')}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
          <dt className="text-ink-faint">{t('jobId')}</dt>
          <dd className="font-mono wrap-anywhere">{id}</dd>
          {providerId ? (
            <>
              <dt className="text-ink-faint">{t('providerId')}</dt>
              <dd className="font-mono wrap-anywhere">{providerId}</dd>
            </>
          ) : null}
          <dt className="text-ink-faint">{t('time')}</dt>
          <dd>{formatDate(finished_at ?? created_at, i18n.language)}</dd>
        </dl>
      </Collapsible>
    </div>
  );
}
