import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { classNames } from '#ui/class-names.ts';

type EndedFoldProps = { count: number; label: string; isFolded: boolean; onFold: () => void };

/** Gives each generation without a result a line, and takes it again. */
export function EndedFold({ count, label, isFolded, onFold }: EndedFoldProps) {
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      aria-label={label}
      title={label}
      onClick={onFold}
      className="flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs text-ink-soft tabular-nums hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:-my-1.5"
    >
      <CircleAlert size={14} aria-hidden="true" className="text-danger-text" />
      {count}
      <ChevronDown
        size={14}
        aria-hidden="true"
        className={classNames('transition-[rotate] duration-150', !isFolded && 'rotate-180')}
      />
    </button>
  );
}
