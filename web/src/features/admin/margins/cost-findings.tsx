import type { CostFinding } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { useKindTitle } from '../finding-card.tsx';
import { CloseKindButton } from '../kind-closing.tsx';
import { formatUsd } from './margin-tables.tsx';

/** Mismatches between bills and prices, each with its next step. */
export function CostFindings({ findings }: { findings: readonly CostFinding[] }) {
  const { t } = useTranslation('margins');
  return (
    <section aria-labelledby="cost-findings-title" className="mt-8">
      <h3 id="cost-findings-title" className="font-semibold">
        {t('findings.title')}
      </h3>
      {findings.length === 0 ? (
        <p className="mt-2 text-sm text-ink-faint">{t('findings.none')}</p>
      ) : (
        <ul className="mt-3 grid gap-4">
          {findings.map((finding) => (
            <CostFindingCard key={`${finding.code} ${finding.subject}`} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CostFindingCard({ finding }: { finding: CostFinding }) {
  const { t, i18n } = useTranslation('margins');
  const formatTitle = useKindTitle();
  const { code, subject, kind, details, found_at } = finding;
  const readUsd = (name: string) => formatUsd(Number(details[name] ?? 0), i18n.language);
  const cost = Number(details.cost_micro_usd ?? 0);
  const rule = Number(details.rule_micro_usd ?? 0);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          {kind ? <span className="font-medium">{formatTitle(kind)}</span> : null}
          <Badge tone={code === 'under_rule' || code === 'balance_low' ? 'danger' : 'warn'}>
            {t(`findings.names.${code}`)}
          </Badge>
          {kind === subject ? null : (
            <span className="min-w-0 text-sm text-ink-soft wrap-anywhere">{subject}</span>
          )}
        </p>
        <time dateTime={found_at} className="text-sm text-ink-faint tabular-nums">
          {formatMoment(found_at, i18n.language)}
        </time>
      </div>
      <p className="mt-1 text-sm text-ink-soft text-pretty">
        {t(`findings.codes.${code}`, {
          count: Number(details.results ?? details.requests ?? 0),
          cost: readUsd('cost_micro_usd'),
          rule: readUsd('rule_micro_usd'),
          excess: percent.format(rule > 0 ? cost / rule - 1 : 0),
          unit: String(details.unit ?? ''),
          from: `$${details.from ?? ''}`,
          to: `$${details.to ?? ''}`,
          balance: readUsd('balance_micro_usd'),
          hours: Number(details.hours ?? 0).toLocaleString(i18n.language),
        })}
      </p>
      {kind ? <CloseKindButton kind={kind} /> : null}
    </li>
  );
}
