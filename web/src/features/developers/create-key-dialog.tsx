import {
  type ApiKeyScope,
  apiKeyScopes,
  type CreateApiKeyReply,
  maxApiKeyNameLength,
} from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { BudgetFields, useBudgetForm } from '#product/keys/budget-fields.tsx';
import { refreshApiKeys, toLimits } from '#product/keys/keys-data.ts';
import { TextField } from '#ui/text-field.tsx';
import { createApiKey } from './developers-data.ts';
import { findEnd, isInReach, LastDayField } from './last-day-field.tsx';
import { listKinds, MediaFields, useMediaForm } from './media-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';

type CreateKeyDialogProps = { onClose: () => void; onMade: (made: CreateApiKeyReply) => void };

/** A name and at least one scope; an end and budgets if wanted. */
export function CreateKeyDialog({ onClose, onMade }: CreateKeyDialogProps) {
  const { t } = useTranslation('developers');
  const [name, setName] = useReturnState('create-key.name', '');
  const [scopes, setScopes] = useReturnState<readonly ApiKeyScope[]>('create-key.scopes', apiKeyScopes);
  const [lastDay, setLastDay] = useReturnState('create-key.last-day', '');
  const budgetForm = useBudgetForm('create-key', { job: null, daily: null, total: null, ask: null });
  const media = useMediaForm('create-key');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const isEmpty = name.trim() === '';

  const submit = () => {
    setChecked(true);
    const { budgets } = budgetForm;
    if (isEmpty || scopes.length === 0 || media.chosen.length === 0 || !isInReach(lastDay) || !budgets)
      return;
    void run(async () => {
      const made = await createApiKey({
        name,
        scopes: [...scopes],
        expires_at: lastDay === '' ? null : findEnd(lastDay),
        kinds: await listKinds(media.chosen),
        ...toLimits(budgets),
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
      <MediaFields form={media} isChecked={isChecked} />
      <LastDayField day={lastDay} onChange={setLastDay} isChecked={isChecked} />
      <BudgetFields form={budgetForm} isChecked={isChecked} />
    </FormDialog>
  );
}
