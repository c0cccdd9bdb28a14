import type { LeavingKind } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#lib/format.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { Button } from '#ui/button.tsx';
import { useKindTitle } from './finding-card.tsx';

type LeavingKindsProps = { leaving: readonly LeavingKind[]; onAnnounce: (kind: string) => void };

/** Models that their makers are about to close, with the successors of the catalog, until an operator has announced them. */
export function LeavingKinds({ leaving, onAnnounce }: LeavingKindsProps) {
  const { t } = useTranslation('results');
  const closures = useKindClosures();
  const silent = leaving.filter(({ kind }) => !closures.has(kind));
  if (silent.length === 0) return null;
  return (
    <>
      <h4 className="mt-6 text-sm font-semibold">{t('leaving.title')}</h4>
      <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">{t('leaving.text')}</p>
      <ul className="mt-3 grid gap-4">
        {silent.map((each) => (
          <LeavingCard key={each.kind} leaving={each} onAnnounce={onAnnounce} />
        ))}
      </ul>
    </>
  );
}

type LeavingCardProps = { leaving: LeavingKind; onAnnounce: (kind: string) => void };

function LeavingCard({ leaving, onAnnounce }: LeavingCardProps) {
  const { t } = useTranslation('results');
  const formatTitle = useKindTitle();
  const name = formatTitle(leaving.kind);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0 text-sm text-ink-soft">
        <p className="font-medium text-ink">{name}</p>
        <LeavingFacts leaving={leaving} />
      </div>
      <Button size="sm" aria-haspopup="dialog" onClick={() => onAnnounce(leaving.kind)}>
        {t('leaving.announce', { name })}
      </Button>
    </li>
  );
}

/** Shows from when the maker may close the model, its successor, and who says so. */
export function LeavingFacts({ leaving: { successor, closes_on, source, on } }: { leaving: LeavingKind }) {
  const { t, i18n } = useTranslation('results');
  const formatTitle = useKindTitle();
  const facts = [
    closes_on ? t('leaving.from', { date: formatDay(closes_on, i18n.language) }) : t('leaving.fromUnknown'),
    t('closing.successor', { name: formatTitle(successor) }),
  ];
  return (
    <>
      <p>{facts.join(' · ')}</p>
      <p className="wrap-anywhere">{t('leaving.source', { source, date: formatDay(on, i18n.language) })}</p>
    </>
  );
}
