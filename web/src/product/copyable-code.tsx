import { useTranslation } from 'react-i18next';
import { CodeBox } from '#ui/code-box.tsx';
import { showToast } from '#ui/show-toast.ts';

/** A text for other programs. */
export function CopyableCode({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation(['wallet', 'ledger']);
  const tellFailure = () => showToast(t('ledger:copyFailed'), { tone: 'error' });
  return <CodeBox {...{ text, label }} copiedLabel={t('proof.copied')} onFailed={tellFailure} />;
}
