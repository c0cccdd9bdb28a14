import type { KindClosure } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { kindEntries } from '#product/kinds/kind-entries.build.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { findLeaving, type KindAct, operateKind } from './admin-data.ts';
import { useKindTitle } from './finding-card.tsx';
import { LeavingFacts } from './leaving-kinds.tsx';
import { isReason, ReasonField } from './operator-dialogs.tsx';

const emptyMessages = { reason: '', successor: '', note: '', leaves_at: '' };
type Messages = typeof emptyMessages;

type KindDialogProps = {
  act: KindAct;
  /** Kind to act on; undefined when the operator has to choose it. */
  kind: string | undefined;
  onClose: () => void;
};

/** Asks for the reason, which stays in the audit log, and for what users read of a kind. */
export function KindDialog({ act, kind: given, onClose }: KindDialogProps) {
  const { t } = useTranslation(['results', 'admin']);
  const formatTitle = useKindTitle();
  const [kind, setKind] = useState(given ?? kindEntries[0]?.id ?? '');
  const closures = useKindClosures();
  const [words, setWords] = useState({ ...emptyMessages, successor: proposeSuccessor(kind, closures) });
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
    setWords({ ...words, successor: proposeSuccessor(next, closures) });
  };
  return (
    <FormDialog
      cancel={t('admin:cancel')}
      title={t(given ? `closing.${act === 'open' ? 'open' : 'closeNamed'}` : `closing.${act}`, {
        name: formatTitle(kind),
      })}
      action={t(`closing.${act}Act`)}
      doing={t('closing.doing')}
      isDangerous={act === 'close'}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      {given ? null : <KindField kind={kind} onChange={chooseKind} />}
      {act === 'open' ? (
        <p>{t('closing.openText')}</p>
      ) : (
        <ClosingFields
          act={act}
          kind={kind}
          words={words}
          isDayWrong={isChecked && !isDay}
          onChange={setWords}
        />
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
  const formatTitle = useKindTitle();
  const options = kindEntries.map(({ id }) => ({ value: id, label: formatTitle(id) }));
  return (
    <SelectField name="kind" label={t('closing.model')} value={kind} options={options} onChange={onChange} />
  );
}

type ClosingFieldsProps = {
  act: 'close' | 'announce';
  kind: string;
  words: Messages;
  isDayWrong: boolean;
  onChange: (words: Messages) => void;
};

/** Fields that users will read: until when the kind is open, its successor, and the operator's note. */
function ClosingFields({ act, kind, words, isDayWrong, onChange }: ClosingFieldsProps) {
  const { t } = useTranslation('results');
  const formatTitle = useKindTitle();
  const closures = useKindClosures();
  const leaving = findLeaving(kind);
  const followers = listSuccessors(kind, closures).map(({ id }) => ({ value: id, label: formatTitle(id) }));
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
      {leaving ? (
        <div className="text-sm text-ink-soft">
          <p>{t('closing.suggested')}</p>
          <LeavingFacts leaving={leaving} />
        </div>
      ) : null}
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

/** The successor that the catalog names, as long as that is open. */
function proposeSuccessor(kind: string, closures: ReadonlyMap<string, KindClosure>): string {
  const { successor = '' } = findLeaving(kind) ?? {};
  return listSuccessors(kind, closures).some(({ id }) => id === successor) ? successor : '';
}

/** The other open kinds of its medium. */
function listSuccessors(kind: string, closures: ReadonlyMap<string, KindClosure>) {
  const medium = kindEntries.find(({ id }) => id === kind)?.medium;
  return kindEntries.filter(
    (entry) => entry.medium === medium && entry.id !== kind && !closures.get(entry.id)?.is_closed,
  );
}
