import { CopyButton } from './copy-button.tsx';

type CodeBoxProps = { text: string; label: string; copiedLabel: string; onFailed: () => void };

/** A text for other programs, of one line or of many, that one press copies. */
export function CodeBox({ text, ...copy }: CodeBoxProps) {
  return (
    <div className="flex items-start gap-2 rounded-md bg-raised py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs whitespace-pre-wrap text-ink wrap-anywhere">
        {text}
      </code>
      <CopyButton text={text} {...copy} />
    </div>
  );
}
