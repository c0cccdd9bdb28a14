import type { Receipt } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatChange, formatCredits, formatDate, formatMoment, formatSeconds } from '#lib/format.ts';
import { useLineLabels } from '#product/ledger/use-ledger-labels.ts';
import { usePricePartLabel } from '#product/ledger/use-price-part-label.ts';
import { classNames } from '#ui/class-names.ts';

export type ReceiptRow = { id: string; label: string; value: string; note?: string; isCode?: boolean };

/** Labels at the left, amounts at the right, as on a bill. `isSum` draws a line above. */
export function ReceiptRows({ rows, isSum = false }: { rows: readonly ReceiptRow[]; isSum?: boolean }) {
  return (
    <dl
      className={classNames(
        'grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm',
        isSum && 'mt-1.5 border-t border-line pt-1.5',
      )}
    >
      {rows.map(({ id, label, value, note, isCode }) => (
        <div key={id} className="contents">
          <dt className="text-ink-faint">{label}</dt>
          <dd
            className={classNames(
              'min-w-0 text-right text-ink tabular-nums wrap-anywhere',
              isCode && 'font-mono text-xs leading-5',
            )}
          >
            {value}
            {note ? <span className="block text-xs text-ink-faint">{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ReceiptSections = Record<'price' | 'sums' | 'movements' | 'generation', ReceiptRow[]>;

/** A receipt in the user's language, in the order of a bill: price, sums, each ledger line, the generation. */
export function useReceiptRows(receipt: Receipt): ReceiptSections {
  const { t, i18n } = useTranslation(['ledger', 'kinds']);
  const { findKindByBody, readReason } = useLineLabels();
  const partLabel = usePricePartLabel();
  const kindRows = useKindRows(receipt);
  const language = i18n.language;
  const sum = (id: 'held' | 'settled' | 'released' | 'refunded', isAlways = false): ReceiptRow[] =>
    isAlways || receipt[id] > 0
      ? [{ id, label: t(`receipt.${id}`), value: t('credits', { count: receipt[id] }) }]
      : [];
  const { created_at, submitted_at, finished_at, provider_request_id: providerId } = receipt;
  const time = (id: 'created' | 'submitted' | 'finished', iso: string | null): ReceiptRow[] =>
    iso === null ? [] : [{ id, label: t(`receipt.${id}`), value: formatDate(iso, language) }];
  return {
    price: [
      ...(receipt.estimate.parts ?? []).map((part) => ({
        id: part.code,
        label: partLabel(part),
        value:
          part.base_credits === null
            ? `× ${(part.factor_percent ?? 100) / 100}`
            : formatCredits(part.base_credits, language),
      })),
      {
        id: 'total',
        label: t('receipt.total'),
        value: t('credits', { count: receipt.estimate.cost_credits }),
      },
    ],
    sums: [...sum('held'), ...sum('settled', true), ...sum('released'), ...sum('refunded')],
    movements: receipt.lines.map((line) => ({
      id: String(line.id),
      label: findKindByBody(line),
      value: line.available === 0 ? onHold(line.held) : formatChange(line.available, language),
      note: [formatMoment(line.created_at, language), readReason(line)].filter(Boolean).join(' · '),
    })),
    generation: [
      ...kindRows,
      ...(receipt.api_key === null
        ? []
        : [{ id: 'key', label: t('receipt.key'), value: t('byKey', receipt.api_key) }]),
      ...time('created', created_at),
      ...time('submitted', submitted_at),
      ...time('finished', finished_at),
      ...(finished_at === null ? [] : [took(finished_at)]),
      { id: 'id', label: t('receipt.id'), value: receipt.generation_id, isCode: true },
      ...(providerId === null
        ? []
        : [{ id: 'provider', label: t('receipt.providerId'), value: providerId, isCode: true }]),
      { id: 'endpoint', label: t('receipt.endpoint'), value: receipt.provider_endpoint, isCode: true },
    ],
  };

  function onHold(credits: number): string {
    return t('onHold', { amount: formatChange(credits, language) });
  }

  function took(until: string): ReceiptRow {
    const seconds = (Date.parse(until) - Date.parse(created_at)) / 1000;
    return { id: 'took', label: t('receipt.took'), value: formatSeconds(seconds, language) };
  }
}

/** The kind that made it, and the one that was asked for when another stood in. */
function useKindRows({ kind, stood_in_for: asked }: Receipt): ReceiptRow[] {
  const { t } = useTranslation(['ledger', 'kinds']);
  const format = (id: string) => t(`kinds:kinds.${id}.title`, { defaultValue: id });
  const made = { id: 'kind', label: t('receipt.kind'), value: format(kind) };
  return asked === null
    ? [made]
    : [made, { id: 'asked', label: t('receipt.stoodInFor'), value: format(asked) }];
}
