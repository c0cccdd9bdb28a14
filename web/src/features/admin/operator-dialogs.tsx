import type { AdminUser } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '#lib/new-request-id.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { findBookedLine, type MoveKind, moveCredits, operateGeneration } from './admin-data.ts';
import type { Operation } from './generation-list.tsx';
import type { Outcome } from './user-ledger.tsx';

const moveKinds = ['grant', 'refund', 'adjustment'] as const satisfies readonly MoveKind[];

type MoveCreditsDialogProps = { user: AdminUser; onClose: () => void; onDone: (outcome: Outcome) => void };

/** Adds or removes credits. One request id per dialog, so that a second click never books twice. */
export function MoveCreditsDialog({ user, onClose, onDone }: MoveCreditsDialogProps) {
  const { t } = useTranslation('admin');
  const [requestId] = useReturnState('move-credits.request', newRequestId);
  const [kind, setKind] = useReturnState<MoveKind>('move-credits.kind', 'grant');
  const [amount, setAmount] = useReturnState('move-credits.amount', '');
  const [reason, setReason] = useReturnState('move-credits.reason', '');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const isAmount = /^-?[1-9]\d{0,8}$/.test(amount.trim()) && (kind === 'adjustment' || Number(amount) > 0);

  const submit = () => {
    setChecked(true);
    if (!isAmount || !isReason(reason)) return;
    const move = { user_id: user.id, kind, credits: Number(amount), reason, request_id: requestId };
    void run(async () => {
      const entryId = await moveCredits(move);
      onDone({ line: await findBookedLine(user.id, (line) => line.id === entryId) });
    });
  };
  return (
    <FormDialog
      cancel={t('cancel')}
      title={t('credits.title', { email: user.email })}
      action={t('credits.book')}
      doing={t('credits.booking')}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
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

type OperateDialogProps = {
  userId: string;
  operation: Operation;
  onClose: () => void;
  onDone: (outcome: Outcome) => void;
};

/** Says what the operation does to a generation and its credits, and asks for the reason. */
export function OperateDialog({ userId, operation, onClose, onDone }: OperateDialogProps) {
  const { t } = useTranslation('admin');
  const { action, generation } = operation;
  const [requestId] = useReturnState('operate.request', newRequestId);
  const [reason, setReason] = useReturnState('operate.reason', '');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const count = action === 'refund' ? generation.credits.settled : generation.credits.cost;

  const submit = () => {
    setChecked(true);
    if (!isReason(reason)) return;
    void run(async () => {
      const { id } = await operateGeneration({
        id: generation.id,
        action: action === 'wake' ? 'retry' : action,
        reason,
        request_id: requestId,
      });
      const line = await findBookedLine(userId, (candidate) => candidate.generation?.id === id);
      onDone({ line: action === 'wake' ? undefined : line });
    });
  };
  return (
    <FormDialog
      cancel={t('cancel')}
      title={t(`operate.${action}.title`)}
      action={t(`jobs.${action}`)}
      doing={t('operate.doing')}
      isDangerous={action === 'fail'}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <p
        title={generation.prompt}
        dir="auto"
        className="line-clamp-3 border-l-2 border-line-strong pl-3 text-ink wrap-anywhere"
      >
        {generation.prompt}
      </p>
      <p>{t(`operate.${action}.text`, { count })}</p>
      <ReasonField value={reason} onChange={setReason} isInvalid={isChecked && !isReason(reason)} />
    </FormDialog>
  );
}

/** The API's rule (contract, `operatorReason`): no text that a spreadsheet would read as a formula in an export. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= 3 && length <= 500 && !/^[=+\-@]/.test(text.trim());
}

type ReasonFieldProps = {
  value: string;
  onChange: (value: string) => void;
  isInvalid: boolean;
  /** Where the reason is kept and who reads it. */
  help?: string;
};

export function ReasonField({ value, onChange, isInvalid, help }: ReasonFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <TextField
      name="reason"
      label={t('reason.label')}
      help={help ?? t('reason.help')}
      maxLength={500}
      autoComplete="off"
      value={value}
      onChange={onChange}
      error={isInvalid ? t('reason.invalid') : undefined}
    />
  );
}
