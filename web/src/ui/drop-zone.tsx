import Upload from 'lucide-react/icons/upload';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';

type DropZoneProps = Pick<ComponentProps<'input'>, 'name' | 'accept' | 'multiple' | 'disabled'> & {
  label: string;
  title: string;
  /** Text below the title about the accepted files. */
  rules?: string;
  isSmall?: boolean;
  isInvalid?: boolean;
  errorId?: string;
  /** Another way to a file, in the upper corner. */
  action?: ReactNode;
  onFiles: (files: readonly File[]) => void;
};

/** The browser's file field, as large as the drop target. Its parent handles the drop event. */
export function DropZone(props: DropZoneProps) {
  const { label, title, rules, isSmall, isInvalid = false, errorId, action, onFiles, ...input } = props;
  const [isDraggedOver, setDraggedOver] = useState(false);
  const rulesId = useId();
  return (
    <div
      className={classNames(
        'relative flex flex-col items-center justify-center gap-1 rounded-md border border-dashed p-3 text-center transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isSmall ? 'aspect-square' : 'min-h-22',
        input.disabled && 'opacity-60',
        isDraggedOver ? 'border-accent-text bg-accent-soft' : 'bg-raised hover:bg-hover',
        !isDraggedOver && (isInvalid ? 'border-danger-text' : 'border-line-strong'),
      )}
    >
      <Upload size={18} aria-hidden="true" className="text-ink-faint" />
      <span className={isSmall ? 'text-xs font-medium text-ink-soft' : 'text-sm font-medium'}>{title}</span>
      {rules ? (
        <span id={rulesId} className="text-xs text-ink-faint">
          {rules}
        </span>
      ) : null}
      <input
        {...input}
        type="file"
        onDragOver={() => setDraggedOver(true)}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={() => setDraggedOver(false)}
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={classNames(rules && rulesId, errorId) || undefined}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          event.target.value = '';
        }}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer disabled:cursor-default"
      />
      {action}
    </div>
  );
}
