import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { showToast } from '#ui/show-toast.ts';

/** A whole prompt as it was written, to read and to copy. Nothing for an empty one. */
export function PromptText({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('history');
  const [isCopied, setIsCopied] = useState(false);
  if (text === '') return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // A page that is not served over https has no clipboard, and the user may have forbidden it.
      showToast(t('details.copyFailed'), { tone: 'error' });
    }
  };
  return (
    <section>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-ink">{label}</h3>
        <IconButton
          label={t(isCopied ? 'details.copied' : 'details.copy', { label })}
          isSmall
          onClick={copy}
          onBlur={() => setIsCopied(false)}
        >
          {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard */}
      <p tabIndex={0} className="max-h-48 overflow-y-auto text-ink whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </section>
  );
}
