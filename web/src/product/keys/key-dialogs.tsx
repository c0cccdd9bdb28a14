import type { ApiKey } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { showToast } from '#ui/show-toast.ts';
import { BudgetFields, useBudgetForm } from './budget-fields.tsx';
import { findEnding, KeyMark } from './key-mark.tsx';
import { changeKeyBudgets, refreshApiKeys, revokeApiKey } from './keys-data.ts';

type BudgetsDialogProps = { apiKey: ApiKey; onClose: () => void };

export function BudgetsDialog({ apiKey, onClose }: BudgetsDialogProps) {
  const { t } = useTranslation('developers');
  const form = useBudgetForm('change-key', {
    job: apiKey.job_budget_credits,
    daily: apiKey.daily_budget_credits,
    total: apiKey.total_budget_credits,
    ask: apiKey.ask_above_credits,
  });
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const submit = () => {
    setChecked(true);
    const { budgets } = form;
    if (!budgets) return;
    void run(async () => {
      await changeKeyBudgets(apiKey.id, budgets);
      onClose();
      showToast(t('change.done', { name: apiKey.name }), { tone: 'success' });
      await refreshApiKeys();
    });
  };
  return (
    <FormDialog
      title={t('change.title')}
      cancel={t('create.cancel')}
      action={t('change.save')}
      doing={t('change.saving')}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <NamedKey apiKey={apiKey} />
      <BudgetFields form={form} isChecked={isChecked} />
      <p className="text-sm text-pretty">{t('change.text')}</p>
    </FormDialog>
  );
}

type RevokeKeyDialogProps = { apiKey: ApiKey; onClose: () => void; onRevoked: () => void };

/** Revokes a key that works, or takes an expired one off the list. */
export function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { t } = useTranslation('developers');
  const { isRunning, errorCode, run } = useSingleRun();
  const act = findEnding(apiKey);
  const submit = () =>
    void run(async () => {
      await revokeApiKey(apiKey.id);
      onRevoked();
      showToast(t(`${act}.done`, { name: apiKey.name }), { tone: 'success' });
      await refreshApiKeys();
    });
  return (
    <FormDialog
      title={t(`${act}.title`)}
      cancel={t('revoke.cancel')}
      action={t(`${act}.do`)}
      doing={t(`${act}.doing`)}
      isDangerous
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <NamedKey apiKey={apiKey} />
      <p>{t(`${act}.text`)}</p>
    </FormDialog>
  );
}

function NamedKey({ apiKey }: { apiKey: ApiKey }) {
  return (
    <p className="border-l-2 border-line-strong pl-3 text-ink wrap-anywhere">
      {apiKey.name} <KeyMark apiKey={apiKey} />
    </p>
  );
}
