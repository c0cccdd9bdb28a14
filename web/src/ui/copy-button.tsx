import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const indicatedMs = 2_000;

type CopyButtonProps = {
  text: string;
  label: string;
  copiedLabel: string;
  /** Handler of a failed copy: without https there is no clipboard, and the user may have denied permission. */
  onFailed: () => void;
  /** Shows the label beside the icon. */
  isWide?: boolean;
};

/** Copies a text, and confirms it for two seconds. */
export function CopyButton({ text, label, copiedLabel, onFailed, isWide = false }: CopyButtonProps) {
  const [copiedAtMs, setCopiedAtMs] = useState<number>();
  useEffect(() => {
    if (copiedAtMs === undefined) return;
    const timer = setTimeout(() => setCopiedAtMs(undefined), indicatedMs);
    return () => clearTimeout(timer);
  }, [copiedAtMs]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedAtMs(performance.now());
    } catch {
      onFailed();
    }
  };
  const isCopied = copiedAtMs !== undefined;
  const shown = isCopied ? copiedLabel : label;
  const icon = isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />;
  return (
    <>
      {isWide ? (
        <Button variant="ghost" size="sm" onClick={() => void copy()}>
          {icon}
          {shown}
        </Button>
      ) : (
        // Towards the text that it copies: beyond the button, a page may end.
        <IconButton
          label={shown}
          tooltipSide="below-end"
          isSmall
          onClick={() => void copy()}
          className="pointer-coarse:size-11"
        >
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {isCopied ? copiedLabel : null}
      </span>
    </>
  );
}
