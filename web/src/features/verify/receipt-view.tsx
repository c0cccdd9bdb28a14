import type { Verdict } from '@atelier/ledger-proof/verify-receipt';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { FactTable } from '#product/generation/facts.tsx';
import { Outcome } from './outcome.tsx';

type ReceiptViewProps = { verdict: Verdict; issuer: string | undefined };

/** Whether the lines of a receipt are in the signed ledger. */
export function ReceiptView({ verdict, issuer }: ReceiptViewProps) {
  const { t, i18n } = useTranslation('provenance');
  if (!verdict.ok) {
    const { problem } = verdict;
    const isElsewhere = problem === 'unknown_key' && issuer !== undefined && !isThisSite(issuer);
    if (isElsewhere) {
      const text = t('receipt.elsewhere.text', { issuer });
      return <Outcome tone="neutral" title={t('receipt.elsewhere.title')} text={text} />;
    }
    // Too early is no fault.
    const tone = problem === 'no_proof' ? 'neutral' : 'danger';
    const title = t(problem === 'no_proof' ? 'receipt.early' : 'receipt.refused');
    return <Outcome tone={tone} title={title} text={t(`receipt.problems.${problem}`)} />;
  }
  const { number, time, lines, hidden, newer, log, restored } = verdict;
  const count = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const facts = [
    { label: t('receipt.facts.issuer'), value: verdict.issuer },
    { label: t('receipt.facts.checkpoint'), value: `${count(number)} · ${formatDate(time, i18n.language)}` },
    { label: t('receipt.facts.lines'), value: count(lines) },
    ...(hidden > 0 ? [{ label: t('receipt.facts.hidden'), value: count(hidden) }] : []),
    ...(newer > 0 ? [{ label: t('receipt.facts.newer'), value: count(newer) }] : []),
    ...(log
      ? [
          {
            label: t('receipt.facts.log'),
            value: `${count(log.number)} · ${formatDate(log.time, i18n.language)}`,
          },
        ]
      : []),
  ];
  return (
    <>
      {restored ? (
        <Outcome
          tone="neutral"
          title={t('receipt.restored.title')}
          text={t(restored.to === null ? 'receipt.restored.toNone' : 'receipt.restored.text', {
            date: formatDate(restored.time, i18n.language),
            number: count(restored.number),
            to: restored.to === null ? '' : count(restored.to),
          })}
        />
      ) : (
        <Outcome tone="ok" title={t('receipt.verified.title')} text={t('receipt.verified.text')} />
      )}
      <div className="mt-6 max-w-xl">
        <FactTable facts={facts} />
      </div>
    </>
  );
}

function isThisSite(issuer: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).origin === location.origin;
}
