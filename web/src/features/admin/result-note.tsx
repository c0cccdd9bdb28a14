import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange } from '#lib/format/format-change.ts';
import { useLineWords } from '#product/ledger/use-line-words.ts';
import type { AdminLine } from './admin-api.ts';
import { LineReason } from './line-reason.tsx';

/** What an operation came to; no line when it moved no credits. */
export type Outcome = { line: AdminLine | undefined };

/** The entry that an operation has booked. It takes the focus, since the button that was pressed may be gone. */
export function ResultNote({ outcome }: { outcome: Outcome | undefined }) {
  const { t, i18n } = useTranslation('admin');
  const { kindOf } = useLineWords();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) ref.current?.focus();
  }, [outcome]);
  const line = outcome?.line;
  return (
    <div
      ref={ref}
      role="status"
      tabIndex={-1}
      className={outcome ? 'mt-6 rounded-md bg-ok-soft px-4 py-3 text-sm' : undefined}
    >
      {outcome && !line ? <p className="text-ok-text">{t('result.noEntry')}</p> : null}
      {line ? (
        <>
          <p className="font-medium text-ok-text">
            {t('result.title')} · {t('result.entry', { id: line.id })} · {kindOf(line)}{' '}
            {formatChange(line.available, i18n.language)}
          </p>
          <p className="mt-0.5 text-ink-soft">
            <LineReason line={line} />
          </p>
        </>
      ) : null}
    </div>
  );
}
