import { useTranslation } from 'react-i18next';
import { CodeBox } from '#ui/code-box.tsx';
import { showToast } from '#ui/show-toast.ts';

export function CopyableCode({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('developers');
  const tellFailure = () => showToast(t('copyFailed'), { tone: 'error' });
  return <CodeBox {...{ text, label }} copiedLabel={t('copied')} onFailed={tellFailure} />;
}
