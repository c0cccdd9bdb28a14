import type { AdminResultsReply, KindCheck } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { useKindTitle } from './finding-card.tsx';
import { CloseKindButton } from './kind-closing.tsx';

/** Mismatches between kinds and their models at fal, a line for each finding. Shows nothing while the check is off. */
export function KindChecks({ checks }: Pick<AdminResultsReply, 'checks'>) {
  const { t, i18n } = useTranslation('results');
  const shown = checks.filter(({ findings, failure }) => findings.length > 0 || failure !== null);
  const [checkedAt] = checks.flatMap(({ checked_at }) => checked_at ?? []).toSorted();
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="checks-title" className="mt-10">
      <h3 id="checks-title" className="font-semibold">
        {t('checks.title')}
      </h3>
      <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">{t('checks.text')}</p>
      {shown.length === 0 ? (
        <p className="mt-4 text-sm text-ink-faint">
          {t('checks.none', { moment: checkedAt ? formatMoment(checkedAt, i18n.language) : '' })}
        </p>
      ) : (
        <ul className="mt-4 grid gap-4">
          {shown.map((check) => (
            <KindCheckCard key={check.kind} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

function KindCheckCard({ check }: { check: KindCheck }) {
  const { t, i18n } = useTranslation('results');
  const formatTitle = useKindTitle();
  const { kind, endpoint, findings, found_at, failure } = check;
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{formatTitle(kind)}</span>
          {findings.length > 0 ? <Badge tone="warn">{t('checks.changed')}</Badge> : null}
          {failure === null ? null : <Badge>{t('checks.unanswered')}</Badge>}
          <span className="text-sm text-ink-soft">{endpoint}</span>
        </p>
        {found_at ? (
          <time dateTime={found_at} className="text-sm text-ink-faint tabular-nums">
            {formatMoment(found_at, i18n.language)}
          </time>
        ) : null}
      </div>
      {findings.map(({ code, field, ours, theirs, successor }) => (
        <p key={`${code} ${field}`} className="mt-1 text-sm text-ink-soft text-pretty">
          {t(`checks.codes.${code}`, { field: field ?? '', ours: ours ?? '', theirs: theirs ?? '' })}{' '}
          {successor ? t('closing.successor', { name: formatTitle(successor) }) : null}
        </p>
      ))}
      {failure === null ? null : <p className="mt-1 text-sm text-ink-faint">{failure}</p>}
      <CloseKindButton kind={kind} />
    </li>
  );
}
