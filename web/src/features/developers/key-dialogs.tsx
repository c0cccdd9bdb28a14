import { type ApiKey, type CreateApiKeyReply, maxApiKeyNameLength } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextField } from '#ui/text-field.tsx';
import { createApiKey, refreshApiKeys, revokeApiKey } from './developers-data.ts';

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

type RevokeKeyDialogProps = { apiKey: ApiKey; onClose: () => void; onRevoked: () => void };

export function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { t } = useTranslation('developers');
  const { isRunning, errorCode, run } = useSingleRun();
  const submit = () =>
    void run(async () => {
      await revokeApiKey(apiKey.id);
      onRevoked();
      showToast(t('revoke.done', { name: apiKey.name }), { tone: 'success' });
      await refreshApiKeys();
    });
  return (
    <FormDialog
      title={t('revoke.title')}
      cancel={t('revoke.cancel')}
      action={t('revoke.do')}
      doing={t('revoke.doing')}
      isDangerous
      onSubmit={submit}
      {...{ isRunning, errorCode, onClose }}
    >
      <p className="border-l-2 border-line-strong pl-3 text-ink wrap-anywhere">
        {apiKey.name} <code className="font-mono text-xs text-ink-faint">atl_…{apiKey.ending}</code>
      </p>
      <p>{t('revoke.text')}</p>
    </FormDialog>
  );
}
