import {
  type ApiKeyScope,
  apiKeyScopes,
  type CreateApiKeyReply,
  maxApiKeyDays,
  maxApiKeyNameLength,
} from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { createApiKey, refreshApiKeys } from './developers-data.ts';
import { BudgetFields, ScopeFields, useBudgetForm } from './key-fields.tsx';

type CreateKeyDialogProps = { onClose: () => void; onMade: (made: CreateApiKeyReply) => void };

/** A name and at least one scope; an end and budgets if wanted. */
export function CreateKeyDialog({ onClose, onMade }: CreateKeyDialogProps) {
  const { t } = useTranslation('developers');
  const [name, setName] = useReturnState('create-key.name', '');
  const [scopes, setScopes] = useReturnState<readonly ApiKeyScope[]>('create-key.scopes', apiKeyScopes);
  const [lastDay, setLastDay] = useReturnState('create-key.last-day', '');
  const budgetForm = useBudgetForm('create-key', { daily: null, total: null, ask: null });
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const isEmpty = name.trim() === '';

  const submit = () => {
    setChecked(true);
    const { budgets } = budgetForm;
    if (isEmpty || scopes.length === 0 || !isInReach(lastDay) || !budgets) return;
    void run(async () => {
      const made = await createApiKey({
        name,
        scopes: [...scopes],
        expires_at: lastDay === '' ? null : findEnd(lastDay),
        daily_budget_credits: budgets.daily,
        total_budget_credits: budgets.total,
        ask_above_credits: budgets.ask,
      });
      onClose();
      onMade(made);
      await refreshApiKeys();
    });
  };
  return (
    <FormDialog
      title={t('create.title')}
      cancel={t('create.cancel')}
      action={t('create.do')}
      doing={t('create.doing')}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('create.name')}
        help={t('create.help')}
        maxLength={maxApiKeyNameLength}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={isChecked && isEmpty ? t('create.invalid') : undefined}
      />
      <ScopeFields
        scopes={scopes}
        onChange={setScopes}
        error={isChecked && scopes.length === 0 ? t('scopes.missing') : undefined}
      />
      <LastDayField day={lastDay} onChange={setLastDay} isChecked={isChecked} />
      <BudgetFields form={budgetForm} isChecked={isChecked} />
    </FormDialog>
  );
}

type LastDayFieldProps = { day: string; onChange: (day: string) => void; isChecked: boolean };

/** The last day on which the key works; empty: it has no end. */
function LastDayField({ day, onChange, isChecked }: LastDayFieldProps) {
  const { t } = useTranslation('developers');
  return (
    <TextField
      name="expires_at"
      type="date"
      label={t('create.lastDay')}
      help={t('create.lastDayHelp')}
      min={dayAfter(0)}
      max={dayAfter(maxEndDays)}
      value={day}
      onChange={onChange}
      error={isChecked && !isInReach(day) ? t('create.lastDayInvalid') : undefined}
    />
  );
}

/** The key works to the end of its last day, which is a day later than it begins. */
const maxEndDays = maxApiKeyDays - 1;

function isInReach(day: string): boolean {
  return day === '' || (day >= dayAfter(0) && day <= dayAfter(maxEndDays));
}

/** The day so many days after today, in the user's time zone, as date fields write it. */
function dayAfter(days: number): string {
  const day = new Date(serverNow());
  day.setDate(day.getDate() + days);
  const digits = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${digits(day.getMonth() + 1)}-${digits(day.getDate())}`;
}

/** The first moment after a day in the user's time zone. */
function findEnd(day: string): string {
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}
