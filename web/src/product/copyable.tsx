import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { showToast } from '#ui/show-toast.ts';

type CopyTextProps = {
  text: string;
  /** Label of the button, such as "Copy the id". */
  label: string;
  /** Shows the label beside the icon. */
  isWide?: boolean;
};

/** Copies a text to the clipboard. A failure is a toast: without https, or without permission, there is no clipboard. */
export function CopyText({ text, label, isWide }: CopyTextProps) {
  const { t } = useTranslation('shell');
  return (
    <CopyButton
      text={text}
      label={label}
      copiedLabel={t('copied')}
      onFailed={() => showToast(t('copyFailed'), { tone: 'error' })}
      isWide={isWide}
    />
  );
}

/** A text for other programs, of one or more lines, with a button that copies it. */
export function CopyableCode({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-2 rounded-md bg-raised py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs whitespace-pre-wrap text-ink wrap-anywhere">
        {text}
      </code>
      <CopyText text={text} label={label} />
    </div>
  );
}
