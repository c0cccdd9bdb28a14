import type { AdminResultsReply, KindClosure } from '@atelier/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatMoment } from '#lib/format.ts';
import { useKindClosures } from '#lib/kinds/kind-closures.ts';
import { kindEntries } from '#lib/kinds/kind-entries.build.ts';
import { serverNow } from '#lib/server-time.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type KindAct, operateKind, rereadResults } from './admin-data.ts';
import { useKindTitle } from './finding-card.tsx';
import { isReason, ReasonField } from './operator-dialogs.tsx';

/** Which kinds are closed or leave, since when and by whom, and what operators can do about it. */
export function KindClosing({ closed_by: closedBy }: Pick<AdminResultsReply, 'closed_by'>) {
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
    </section>
  );
}

type ClosureCardProps = { closure: KindClosure; email: string | null | undefined };

function ClosureCard({ closure, email }: ClosureCardProps) {
  const { t, i18n } = useTranslation('results');
  const titleOf = useKindTitle();
  const { kind, is_closed, closed_at, leaves_at, successor, note } = closure;
  const name = titleOf(kind);
  const facts = [
    is_closed
      ? t('closing.closedSince', { moment: closed_at ? formatMoment(closed_at, i18n.language) : '–' })
      : t('closing.leaves', { date: formatDay(leaves_at ?? '', i18n.language) }),
    email ? t('closing.by', { email }) : null,
    successor ? t('closing.successor', { name: titleOf(successor) }) : null,
  ];
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0 text-sm text-ink-soft">
        <p className="font-medium text-ink">{name}</p>
        <p className="wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {note ? <p dir="auto">{note}</p> : null}
      </div>
      {kindEntries.some(({ id }) => id === kind) ? (
        <Button size="sm" aria-haspopup="dialog" onClick={() => askFor('open', kind)}>
          {t('closing.open', { name })}
        </Button>
      ) : null}
    </li>
  );
}

/** Beside what the weekly check found: nothing while the kind is closed already. */
export function CloseKindButton({ kind }: { kind: string }) {
  const { t } = useTranslation('results');
  const titleOf = useKindTitle();
  if (useKindClosures().get(kind)?.is_closed) return null;
  return (
    <Button size="sm" className="mt-3" aria-haspopup="dialog" onClick={() => askFor('close', kind)}>
      {t('closing.closeNamed', { name: titleOf(kind) })}
    </Button>
  );
}

function askFor(act: KindAct, kind?: string): void {
  openDialog({ name: 'own', render: (onClose) => <KindDialog {...{ act, kind, onClose }} /> });
}

const noWords = { reason: '', successor: '', note: '', leaves_at: '' };
type Words = typeof noWords;

type KindDialogProps = {
  act: KindAct;
  /** Undefined: to be chosen. */
  kind: string | undefined;
  onClose: () => void;
};

/** Asks for the reason, which stays in the audit log, and for what users read of a kind. */
function KindDialog({ act, kind: given, onClose }: KindDialogProps) {
  const { t } = useTranslation(['results', 'admin']);
  const titleOf = useKindTitle();
  const [kind, setKind] = useState(given ?? kindEntries[0]?.id ?? '');
  const [words, setWords] = useState(noWords);
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const { reason, successor, note, leaves_at } = words;
  const isDay = act !== 'announce' || leaves_at >= today();
  const submit = () => {
    setChecked(true);
    if (!isReason(reason) || !isDay) return;
    const said = { reason, leaves_at, successor: successor || null, note: note.trim() || null };
    void run(async () => {
      await operateKind(kind, act, said);
      onClose();
    });
  };
  const chooseKind = (next: string) => {
    setKind(next);
    setWords({ ...words, successor: '' });
  };
  return (
    <FormDialog
      cancel={t('admin:cancel')}
      title={t(given ? `closing.${act === 'open' ? 'open' : 'closeNamed'}` : `closing.${act}`, {
        name: titleOf(kind),
      })}
      action={t(`closing.${act}Act`)}
      doing={t('closing.doing')}
      isDangerous={act === 'close'}
      onSubmit={submit}
      {...{ isRunning, errorCode, onClose }}
    >
      {given ? null : <KindField {...{ kind }} onChange={chooseKind} />}
      {act === 'open' ? (
        <p>{t('closing.openText')}</p>
      ) : (
        <ClosingFields {...{ act, kind, words }} isDayWrong={isChecked && !isDay} onChange={setWords} />
      )}
      <ReasonField
        value={reason}
        onChange={(text) => setWords({ ...words, reason: text })}
        isInvalid={isChecked && !isReason(reason)}
        help={t('admin:reason.helpAudit')}
      />
    </FormDialog>
  );
}

function KindField({ kind, onChange }: { kind: string; onChange: (kind: string) => void }) {
  const { t } = useTranslation('results');
  const titleOf = useKindTitle();
  const options = kindEntries.map(({ id }) => ({ value: id, label: titleOf(id) }));
  return <SelectField name="kind" label={t('closing.model')} value={kind} {...{ options, onChange }} />;
}

type ClosingFieldsProps = {
  act: 'close' | 'announce';
  kind: string;
  words: Words;
  isDayWrong: boolean;
  onChange: (words: Words) => void;
};

/** What users read: until when the kind is open, what follows it, and the operator's words. */
function ClosingFields({ act, kind, words, isDayWrong, onChange }: ClosingFieldsProps) {
  const { t } = useTranslation('results');
  const titleOf = useKindTitle();
  const closures = useKindClosures();
  const followers = successorsOf(kind, closures).map(({ id }) => ({ value: id, label: titleOf(id) }));
  return (
    <>
      {act === 'announce' ? (
        <TextField
          name="leaves_at"
          type="date"
          min={today()}
          label={t('closing.date')}
          value={words.leaves_at}
          onChange={(day) => onChange({ ...words, leaves_at: day })}
          error={isDayWrong ? t('closing.dateInvalid') : undefined}
        />
      ) : null}
      <SelectField
        name="successor"
        label={t('closing.follows')}
        value={words.successor}
        options={[{ value: '', label: t('closing.noSuccessor') }, ...followers]}
        onChange={(successor) => onChange({ ...words, successor })}
      />
      <TextField
        name="note"
        label={t('closing.note')}
        maxLength={300}
        autoComplete="off"
        value={words.note}
        onChange={(note) => onChange({ ...words, note })}
      />
    </>
  );
}

function today(): string {
  return new Date(serverNow()).toISOString().slice(0, 10);
}

/** The other open kinds of its medium. */
function successorsOf(kind: string, closures: ReadonlyMap<string, KindClosure>) {
  const medium = kindEntries.find(({ id }) => id === kind)?.medium;
  return kindEntries.filter(
    (entry) => entry.medium === medium && entry.id !== kind && !closures.get(entry.id)?.is_closed,
  );
}
