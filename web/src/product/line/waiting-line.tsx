import Hourglass from 'lucide-react/icons/hourglass';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { roundWait } from '#product/generation/progress/progress.ts';
import { useRunningGenerations } from '#product/generation/store/generations-store.ts';
import { HeldLine } from './held-line.tsx';
import { asksForStandIn } from './stand-in-asked.ts';
import { useAllDone } from './use-all-done.ts';
import { useLine } from './use-line.ts';

type WaitingLineProps = {
  /** Called when it leads elsewhere, to close what lies above the page. */
  onFollow?: () => void;
  /** Whether cards beside it ask their owner about a model that is down, which then need not be said again. */
  isAskedBeside?: boolean;
};

/**
 * All that waits, in one row that opens the line; below it why nothing starts. Nothing while nothing waits. The page has to
 * have loaded `preview`.
 */
export function WaitingLine({ onFollow, isAskedBeside = false }: WaitingLineProps) {
  const { t, i18n } = useTranslation(['preview', 'kinds']);
  const waiting = useRunningGenerations().filter(({ generation }) => generation.status === 'waiting');
  const { data: line } = useLine();
  const allDone = useAllDone(line);
  const [next] = line?.data ?? [];
  if (waiting.length === 0) return null;
  const first = waiting.find(({ generation }) => generation.id === next?.id)?.generation;
  const isSaid = isAskedBeside && first !== undefined && asksForStandIn(first);
  const count = Math.max(waiting.length, line?.data.length ?? 0);
  const name = next && (makeExcerpt(next.prompt, 60) || t(`kinds:kinds.${next.kind}.title`));
  const nextText = name ? t('preview:line.next', { name }) : undefined;
  const allDoneText =
    allDone === undefined
      ? undefined
      : t('preview:line.allDone', { time: formatSeconds(roundWait(allDone), i18n.language) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          onFollow?.();
          openDialog({ name: 'line' });
        }}
        className="flex min-h-11 items-center gap-3 rounded-lg border border-line bg-surface py-1 pr-1.5 pl-3 text-left text-sm tabular-nums hover:bg-hover"
      >
        <Hourglass size={16} aria-hidden="true" className="shrink-0 text-ink-faint" />
        <span className="shrink-0 font-semibold">{t('preview:line.waiting', { count })}</span>
        <span title={nextText} className="min-w-0 flex-1 truncate text-ink-faint">
          {nextText}
        </span>
        <span title={allDoneText} className="truncate text-xs text-ink-faint">
          {allDoneText}
        </span>
        <span className="shrink-0 rounded-md bg-raised px-2.5 py-1 font-medium">
          {t('preview:line.arrange')}
        </span>
      </button>
      {isSaid ? null : <HeldLine onFollow={onFollow} first={first} />}
    </div>
  );
}
