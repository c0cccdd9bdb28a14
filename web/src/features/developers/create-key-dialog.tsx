import { type CreateApiKeyReply, maxApiKeyNameLength } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { createApiKey } from './developers-api.ts';
import { refreshApiKeys } from './developers-queries.ts';

type CreateKeyDialogProps = { onClose: () => void; onMade: (made: CreateApiKeyReply) => void };

export function CreateKeyDialog({ onClose, onMade }: CreateKeyDialogProps) {
  const { t } = useTranslation('developers');
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const isEmpty = name.trim() === '';

  const submit = () => {
    setChecked(true);
    if (isEmpty) return;
    void run(async () => {
      const made = await createApiKey(name);
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
      {...{ isRunning, errorCode, onClose }}
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
    </FormDialog>
  );
}
