import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '#lib/new-request-id.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { operateGeneration } from './admin-api.ts';
import { findBooked } from './find-booked.ts';
import type { Job } from './job-actions.ts';
import { isReason, ReasonField } from './reason-field.tsx';
import type { Outcome } from './result-note.tsx';

type OperateDialogProps = {
  userId: string;
  job: Job;
  onClose: () => void;
  onDone: (outcome: Outcome) => void;
};

/** Says what will happen to a job and its credits, and asks why. */
export function OperateDialog({ userId, job, onClose, onDone }: OperateDialogProps) {
  const { t } = useTranslation('admin');
  const { action, generation } = job;
  const [requestId] = useState(newRequestId);
  const [reason, setReason] = useState('');
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
      const line = await findBooked(userId, (candidate) => candidate.generation?.id === id);
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
      {...{ isRunning, errorCode, onClose }}
    >
      <p className="line-clamp-3 border-l-2 border-line-strong pl-3 text-ink wrap-anywhere">
        {generation.prompt}
      </p>
      <p>{t(`operate.${action}.text`, { count })}</p>
      <ReasonField value={reason} onChange={setReason} isInvalid={isChecked && !isReason(reason)} />
    </FormDialog>
  );
}
