import type { Kind } from '@atelier/catalog';
import type { GenerationStatus, PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Captions from 'lucide-react/icons/captions';
import ScanSearch from 'lucide-react/icons/scan-search';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchUnderstandingStatus } from '#product/api/generations.ts';
import { usePolledStatus } from '#product/generation/progress/use-polled-status.ts';
import { type GenerationEntry, hasEnded } from '#product/generation/store/generations-state.ts';
import { findTextMessages } from '#product/transcript/is-answer.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { showToast } from '#ui/show-toast.ts';
import { AnswerPanel, InputImage, TranscriptPanel } from './answer-panel.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { showAnalysis } from './shown-analysis.ts';

/** How often the product polls an analysis. */
const pollEveryMs = 2_000;

/** Renders a running generation as everywhere else, over a picture of its own. */
type RenderRunning = (entry: GenerationEntry, picture: ReactNode) => ReactNode;

type AnalysisPanelProps = {
  kind: Kind;
  entry: GenerationEntry | undefined;
  onNew: () => void;
  /** Submits a failed analysis again, unchanged. */
  onRetry: (generation: PublicGeneration) => void;
  renderRunning: RenderRunning;
  /** Rendered while there is no analysis. */
  samples: ReactNode;
};

/** One analysis, from the question to the answer. */
export function AnalysisPanel(props: AnalysisPanelProps) {
  const { kind, entry, onNew, onRetry, renderRunning, samples } = props;
  const { t } = useTranslation('understanding');
  const isRunning = entry && !entry.isSending && !hasEnded(entry.generation.status);
  useAnalysisToasts(kind, entry);
  usePolledStatus({
    id: isRunning ? entry.generation.id : undefined,
    everyMs: pollEveryMs,
    fetchStatus: fetchUnderstandingStatus,
    onFailed: () => showToast(t('statusFailed'), { tone: 'error' }),
  });
  return (
    <section aria-label={t('title')} className="mx-auto grid w-full max-w-3xl p-4 sm:p-6">
      <h2 id="preview-title" tabIndex={-1} className="sr-only">
        {t('title')}
      </h2>
      {choosePanel()}
    </section>
  );

  function choosePanel() {
    if (!entry) return <IdlePanel kind={kind} samples={samples} />;
    const { generation } = entry;
    if (!hasEnded(generation.status)) return <WaitingPanel entry={entry} renderRunning={renderRunning} />;
    const answer = generation.outputs[0]?.text;
    if (kind.isTranscript && typeof answer === 'string')
      return <TranscriptPanel generation={generation} onNew={onNew} />;
    if (answer) return <AnswerPanel generation={generation} answer={answer} onNew={onNew} />;
    return (
      <FailedPanel generation={generation} onRetry={onRetry} onReset={() => showAnalysis(kind.id, null)} />
    );
  }
}

function IdlePanel({ kind, samples }: { kind: Kind; samples: ReactNode }) {
  const { t } = useTranslation(findTextMessages(kind.id));
  const Icon = kind.isTranscript ? Captions : ScanSearch;
  return (
    <>
      {samples}
      <EmptyState
        picture={<Icon size={40} strokeWidth={1.25} />}
        title={t('idle.title')}
        text={t('idle.text')}
      />
    </>
  );
}

/** The answer also goes to the history, so the user need not stay on the page. */
function WaitingPanel({ entry, renderRunning }: { entry: GenerationEntry; renderRunning: RenderRunning }) {
  const { t } = useTranslation(['understanding', 'shell']);
  const { generation } = entry;
  return (
    <article aria-label={generation.prompt} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>{renderRunning(entry, <InputImage generation={generation} />)}</div>
      <p className="text-sm text-ink-faint">
        {t('shell:followed', { text: t('waiting') })}
        <Link
          to="/creator/image-understanding/history"
          className="rounded-sm text-accent-text underline underline-offset-4"
        >
          {t('history')}
        </Link>
      </p>
    </article>
  );
}

/** Shows a toast when an analysis was submitted and answered while it is on screen; failures have one on every page. */
function useAnalysisToasts({ id }: Kind, entry: GenerationEntry | undefined): void {
  const { t } = useTranslation(findTextMessages(id));
  const before = useRef<{ key: string; status: GenerationStatus; isSending: boolean }>(undefined);
  const key = entry?.key;
  const status = entry?.generation.status;
  const isSending = entry?.isSending ?? false;
  useEffect(() => {
    const known = before.current;
    before.current = key !== undefined && status !== undefined ? { key, status, isSending } : undefined;
    if (status === undefined || known?.key !== key) return;
    if (known?.isSending && !isSending) showToast(t('submitted'), { tone: 'success' });
    if (known === undefined || hasEnded(known.status)) return;
    if (status === 'completed') showToast(t('completed'), { tone: 'success' });
  }, [key, status, isSending, t]);
}
