import type { LedgerLine } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange, formatCredits, formatMoment } from '#lib/format.ts';
import { classNames } from '#ui/class-names.ts';
import { useLineLabels } from './use-ledger-labels.ts';

type LedgerTableProps<Line extends LedgerLine> = {
  lines: readonly Line[];
  /** Links the subject, or only prints its text. */
  renderSubject: (line: Line, text: string) => ReactNode;
  /** Replaces the reason that the owner of the ledger sees. */
  renderReason?: (line: Line) => ReactNode;
};

/** Ledger entries as they were booked. On a phone the balance column is hidden. */
export function LedgerTable<Line extends LedgerLine>({
  lines,
  renderSubject,
  renderReason,
}: LedgerTableProps<Line>) {
  const { t, i18n } = useTranslation('ledger');
  const { findKindByBody, toSubject, readReason } = useLineLabels();
  const format = (credits: number) => formatCredits(credits, i18n.language);
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="text-sm text-ink-faint">
        <tr>
          <th scope="col" className="py-2 font-normal">
            {t('entry')}
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            {t('change')}
          </th>
          <th scope="col" className="hidden py-2 pl-6 text-right font-normal whitespace-nowrap sm:table-cell">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const subject = toSubject(line);
          const reason = renderReason ? renderReason(line) : readReason(line);
          return (
            <tr key={line.id} className="border-t border-line align-top">
              {/* A cell without a width of its own truncates a long prompt, which never widens the table. */}
              <th scope="row" className="w-full max-w-0 py-3 font-normal">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-medium">{findKindByBody(line)}</span>
                  <time dateTime={line.created_at} className="text-xs text-ink-faint">
                    {formatMoment(line.created_at, i18n.language)}
                  </time>
                </p>
                {subject === undefined ? null : (
                  <div title={subject} dir="auto" className="truncate text-sm text-ink-soft">
                    {renderSubject(line, subject)}
                  </div>
                )}
                {line.generation?.api_key ? (
                  <p className="text-sm text-ink-faint wrap-anywhere">
                    {t('byKeyLong', line.generation.api_key)}
                  </p>
                ) : null}
                {reason ? <p className="text-sm text-ink-faint wrap-anywhere">{reason}</p> : null}
              </th>
              <ChangeCell line={line} />
              <td className="hidden py-3 pl-6 text-right whitespace-nowrap tabular-nums sm:table-cell">
                {format(line.available_after)}
                {line.held_after > 0 ? (
                  <span className="block text-xs text-ink-faint">
                    {t('onHold', { amount: format(line.held_after) })}
                  </span>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The change of the available credits, and below it of those on hold. A charge changes only the latter. */
function ChangeCell({ line }: { line: LedgerLine }) {
  const { t, i18n } = useTranslation('ledger');
  const format = (credits: number) => formatChange(credits, i18n.language);
  return (
    <td className="py-3 pl-4 text-right whitespace-nowrap tabular-nums">
      {line.available === 0 ? null : (
        <span className={classNames('block font-medium', line.available > 0 && 'text-ok-text')}>
          {format(line.available)}
        </span>
      )}
      {line.held === 0 ? null : (
        <span
          className={classNames('block', line.available === 0 ? 'font-medium' : 'text-xs text-ink-faint')}
        >
          {t('onHold', { amount: format(line.held) })}
        </span>
      )}
    </td>
  );
}
