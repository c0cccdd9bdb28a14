import type { ApiKey } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { showToast } from '#ui/show-toast.ts';
import { revokeApiKey } from './developers-api.ts';
import { refreshApiKeys } from './developers-queries.ts';

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
