import type { AdminUser } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '#lib/new-request-id.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type MoveKind, moveCredits } from './admin-api.ts';
import { findBooked } from './find-booked.ts';
import { isReason, ReasonField } from './reason-field.tsx';
import type { Outcome } from './result-note.tsx';

const moveKinds = ['grant', 'refund', 'adjustment'] as const satisfies readonly MoveKind[];

type MoveCreditsDialogProps = { user: AdminUser; onClose: () => void; onDone: (outcome: Outcome) => void };

/** Gives credits or takes some. The request id is that of the dialog, so that pressing again books nothing twice. */
export function MoveCreditsDialog({ user, onClose, onDone }: MoveCreditsDialogProps) {
  const { t } = useTranslation('admin');
  const [requestId] = useState(newRequestId);
  const [kind, setKind] = useState<MoveKind>('grant');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const isAmount = /^-?[1-9]\d{0,8}$/.test(amount.trim()) && (kind === 'adjustment' || Number(amount) > 0);

  const submit = () => {
    setChecked(true);
    if (!isAmount || !isReason(reason)) return;
    const move = { user_id: user.id, kind, credits: Number(amount), reason, request_id: requestId };
    void run(async () => {
      const entryId = await moveCredits(move);
      onDone({ line: await findBooked(user.id, (line) => line.id === entryId) });
    });
  };
  return (
    <FormDialog
      cancel={t('cancel')}
      title={t('credits.title', { email: user.email })}
      action={t('credits.book')}
      doing={t('credits.booking')}
      onSubmit={submit}
      {...{ isRunning, errorCode, onClose }}
    >
      <div>
        <SelectField
          name="kind"
          label={t('credits.kind')}
          value={kind}
          options={moveKinds.map((value) => ({ value, label: t(`credits.kinds.${value}`) }))}
          onChange={(value) => setKind(moveKinds.find((candidate) => candidate === value) ?? 'grant')}
        />
        <p className="mt-1.5 text-xs text-ink-faint">{t(`credits.meanings.${kind}`)}</p>
      </div>
      <TextField
        name="credits"
        label={t('credits.amount')}
        autoComplete="off"
        value={amount}
        onChange={setAmount}
        error={isChecked && !isAmount ? t('credits.invalid') : undefined}
      />
      <ReasonField value={reason} onChange={setReason} isInvalid={isChecked && !isReason(reason)} />
    </FormDialog>
  );
}
