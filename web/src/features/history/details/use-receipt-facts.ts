import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format/format-date.ts';
import { formatSeconds } from '#lib/format/format-seconds.ts';
import type { Fact } from './fact-list.tsx';

/** The money of a record and what support asks for. A movement that did not happen is not listed. */
export function useReceiptFacts(generation: PublicGeneration): Fact[] {
  const { t, i18n } = useTranslation('history');
  const { credits, created_at, finished_at, id, provider_request_id } = generation;
  const amount = (label: string, count: number): Fact => ({ label, value: t('credits', { count }) });
  const seconds = finished_at ? (Date.parse(finished_at) - Date.parse(created_at)) / 1000 : undefined;
  return [
    amount(t('details.cost'), credits.cost),
    ...(credits.held > 0 ? [amount(t('details.held'), credits.held)] : []),
    amount(t('details.settled'), credits.settled),
    ...(credits.released > 0 ? [amount(t('details.released'), credits.released)] : []),
    { label: t('details.created'), value: formatDate(created_at, i18n.language) },
    ...(finished_at ? [{ label: t('details.finished'), value: formatDate(finished_at, i18n.language) }] : []),
    ...(seconds === undefined
      ? []
      : [{ label: t('details.took'), value: formatSeconds(seconds, i18n.language) }]),
    { label: t('details.id'), value: id, isCode: true },
    ...(provider_request_id
      ? [{ label: t('details.providerId'), value: provider_request_id, isCode: true }]
      : []),
  ];
}
