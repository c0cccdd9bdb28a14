import type { LedgerLine } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatChange } from '#lib/format/format-change.ts';
import { classNames } from '#ui/class-names.ts';

/** What a line moved: what can be spent first, below it what is on hold. A charge moves the second alone. */
export function ChangeCell({ line }: { line: LedgerLine }) {
  const { t, i18n } = useTranslation('ledger');
  const say = (credits: number) => formatChange(credits, i18n.language);
  return (
    <td className="py-3 pl-4 text-right whitespace-nowrap tabular-nums">
      {line.available === 0 ? null : (
        <span className={classNames('block font-medium', line.available > 0 && 'text-ok-text')}>
          {say(line.available)}
        </span>
      )}
      {line.held === 0 ? null : (
        <span
          className={classNames('block', line.available === 0 ? 'font-medium' : 'text-xs text-ink-faint')}
        >
          {t('onHold', { amount: say(line.held) })}
        </span>
      )}
    </td>
  );
}
