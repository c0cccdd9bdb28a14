import { classNames } from '#ui/class-names.ts';
import type { ReceiptRow } from './use-receipt-rows.ts';

/** Names at the left, amounts at the right, as on a bill. `isSum` sets it off from what stands above. */
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
