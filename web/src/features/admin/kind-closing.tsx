import type { AdminResultsReply, KindClosure } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatMoment } from '#lib/format.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { kindEntries } from '#product/kinds/kind-entries.build.ts';
import { Button } from '#ui/button.tsx';
import { type KindAct, rereadResults } from './admin-data.ts';
import { useKindTitle } from './finding-card.tsx';
import { LeavingKinds } from './leaving-kinds.tsx';

const KindDialog = lazyPart(async () => (await import('./kind-dialog.tsx')).KindDialog, { note: 'above' });

type KindClosingProps = Pick<AdminResultsReply, 'closed_by' | 'leaving'>;

/** Table of kinds that are closed or leave, since when and by whom, with the acts of operators. */
export function KindClosing({ closed_by: closedBy, leaving }: KindClosingProps) {
  const { t } = useTranslation('results');
  const known = useKindClosures();
  const closures = [...known.values()];
  const shown = useRef(known);
  // Events bring what is closed; by whom is in this page's own reply, which is then older.
  useEffect(() => {
    if (shown.current !== known) void rereadResults();
    shown.current = known;
  }, [known]);
  return (
    <section aria-labelledby="closing-title" className="mt-10">
      <h3 id="closing-title" className="font-semibold">
        {t('closing.title')}
      </h3>
      <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">{t('closing.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {(['close', 'announce'] as const).map((act) => (
          <Button key={act} size="sm" aria-haspopup="dialog" onClick={() => askFor(act)}>
            {t(`closing.${act}`)}
          </Button>
        ))}
      </div>
      {closures.length === 0 ? (
        <p className="mt-4 text-sm text-ink-faint">{t('closing.none')}</p>
      ) : (
        <ul className="mt-4 grid gap-4">
          {closures.map((closure) => (
            <ClosureCard
              key={closure.kind}
              closure={closure}
              email={closedBy.find(({ kind }) => kind === closure.kind)?.operator_email}
            />
          ))}
        </ul>
      )}
      <LeavingKinds leaving={leaving} onAnnounce={(kind) => askFor('announce', kind)} />
    </section>
  );
}

type ClosureCardProps = { closure: KindClosure; email: string | null | undefined };

function ClosureCard({ closure, email }: ClosureCardProps) {
  const { t, i18n } = useTranslation('results');
  const formatTitle = useKindTitle();
  const { kind, is_closed, closed_at, leaves_at, successor, note, cause } = closure;
  const name = formatTitle(kind);
  const facts = [
    is_closed
      ? t('closing.closedSince', { moment: closed_at ? formatMoment(closed_at, i18n.language) : '–' })
      : t('closing.leaves', { date: formatDay(leaves_at ?? '', i18n.language) }),
    cause ? t(`closing.cause.${cause}`) : null,
    email && !cause ? t('closing.by', { email }) : null,
    successor ? t('closing.successor', { name: formatTitle(successor) }) : null,
  ];
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0 text-sm text-ink-soft">
        <p className="font-medium text-ink">{name}</p>
        <p className="wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {note ? <p dir="auto">{note}</p> : null}
      </div>
      {kindEntries.some(({ id }) => id === kind) ? <OpenKindButton kind={kind} /> : null}
    </li>
  );
}

/** Button that asks for the reason, and then opens the kind. */
export function OpenKindButton({ kind, className }: { kind: string; className?: string }) {
  const { t } = useTranslation('results');
  const formatTitle = useKindTitle();
  return (
    <Button size="sm" className={className} aria-haspopup="dialog" onClick={() => askFor('open', kind)}>
      {t('closing.open', { name: formatTitle(kind) })}
    </Button>
  );
}

/** Button beside the findings of the weekly check. Shows nothing while the kind is already closed. */
export function CloseKindButton({ kind }: { kind: string }) {
  const { t } = useTranslation('results');
  const formatTitle = useKindTitle();
  if (useKindClosures().get(kind)?.is_closed) return null;
  return (
    <Button size="sm" className="mt-3" aria-haspopup="dialog" onClick={() => askFor('close', kind)}>
      {t('closing.closeNamed', { name: formatTitle(kind) })}
    </Button>
  );
}

function askFor(act: KindAct, kind?: string): void {
  openDialog({ name: 'own', render: (onClose) => <KindDialog act={act} kind={kind} onClose={onClose} /> });
}
