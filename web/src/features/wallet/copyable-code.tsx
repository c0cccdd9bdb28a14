import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { showToast } from '#ui/show-toast.ts';

/** A text for other programs. */
export function CopyableCode({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation(['wallet', 'ledger']);
  return (
    <div className="flex items-start gap-2 rounded-md bg-raised py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs text-ink wrap-anywhere">{text}</code>
      <CopyButton
        text={text}
        label={label}
        copiedLabel={t('proof.copied')}
        onFailed={() => showToast(t('ledger:copyFailed'), { tone: 'error' })}
      />
    </div>
  );
}
