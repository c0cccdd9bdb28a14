import type { AdminMarginsReply, CostClaim } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoment } from '#lib/format.ts';
import { buttonVariants } from '#ui/button.tsx';
import { claimsCsvPath, type MarginWindow } from '../admin-data.ts';
import { useKindTitle } from '../finding-card.tsx';
import { formatUsd, headClass, Section, TableBox, UserLink } from './margin-tables.tsx';

type LossTablesProps = { margins: AdminMarginsReply; window: MarginWindow };

/** The generations that lost the most, and what fal billed although it was not delivered. */
export function LossTables({ margins: { worst, claims }, window }: LossTablesProps) {
  const { t } = useTranslation('margins');
  return (
    <>
      <Section title={t('worst.title')} text={t('worst.text')}>
        {worst.length === 0 ? (
          <p className="mt-3 text-sm text-ink-faint">{t('worst.none')}</p>
        ) : (
          <WorstTable worst={worst} />
        )}
      </Section>
      <Section title={t('claims.title')} text={t('claims.text')}>
        {claims.length === 0 ? (
          <p className="mt-3 text-sm text-ink-faint">{t('claims.none')}</p>
        ) : (
          <>
            <a
              href={claimsCsvPath(window)}
              download="fal-claims.csv"
              className={`mt-3 ${buttonVariants('secondary', 'sm')}`}
            >
              <Download size={16} aria-hidden="true" />
              {t('claims.download')}
            </a>
            <ClaimTable claims={claims} />
          </>
        )}
      </Section>
    </>
  );
}

function WorstTable({ worst }: Pick<AdminMarginsReply, 'worst'>) {
  const { t, i18n } = useTranslation('margins');
  const formatTitle = useKindTitle();
  return (
    <TableBox>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{t('worst.title')}</caption>
        <thead className="text-ink-faint">
          <tr>
            {(['ended', 'kind', 'user', 'credits', 'earned', 'cost', 'generation'] as const).map((name) => (
              <th key={name} scope="col" className={headClass}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {worst.map((row) => (
            <tr key={row.generation_id} className="border-t border-line">
              <td className="py-1.5 pr-4 whitespace-nowrap">{formatMoment(row.ended_at, i18n.language)}</td>
              <td className="py-1.5 pr-4">{formatTitle(row.kind)}</td>
              <td className="py-1.5 pr-4">
                <UserLink id={row.user_id} />
              </td>
              <td className="py-1.5 pr-4">{formatCredits(row.credits, i18n.language)}</td>
              <td className="py-1.5 pr-4">{formatUsd(row.earned_micro_usd, i18n.language)}</td>
              <td className="py-1.5 pr-4">{formatUsd(row.cost_micro_usd, i18n.language)}</td>
              <th scope="row" className="py-1.5 font-mono text-xs font-normal">
                {row.generation_id}
              </th>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

const ownReasons = ['refunded', 'cancelled', 'superseded', 'unknown', 'failed'] as const;

function ClaimTable({ claims }: { claims: readonly CostClaim[] }) {
  const { t, i18n } = useTranslation('margins');
  const { t: explain } = useTranslation('messages');
  const formatReason = (reason: string) => {
    const own = ownReasons.find((each) => each === reason);
    if (own) return t(`claims.reasons.${own}`);
    return explain(`error.${reason}` as 'error.timeout', { defaultValue: reason });
  };
  return (
    <TableBox>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{t('claims.title')}</caption>
        <thead className="text-ink-faint">
          <tr>
            {(['ended', 'request', 'endpoint', 'cost', 'source', 'reason'] as const).map((name) => (
              <th key={name} scope="col" className={headClass}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <tr key={claim.request_id} className="border-t border-line align-top">
              <td className="py-1.5 pr-4 whitespace-nowrap">
                {formatMoment(claim.finished_at, i18n.language)}
              </td>
              <th scope="row" className="py-1.5 pr-4 font-mono text-xs font-normal">
                {claim.request_id}
              </th>
              <td className="py-1.5 pr-4">{claim.endpoint}</td>
              <td className="py-1.5 pr-4">{formatUsd(claim.cost_micro_usd, i18n.language)}</td>
              <td className="py-1.5 pr-4">{t(`claims.sources.${claim.source}`)}</td>
              <td className="py-1.5">{formatReason(claim.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
