import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchUnderstandingStatus } from '#lib/api/understanding.ts';
import type { GenerationEntry } from '#product/generation/generations-state.ts';
import { hasEnded } from '#product/generation/generations-state.ts';
import { usePolledStatus } from '#product/generation/use-polled-status.ts';
import { showToast } from '#ui/show-toast.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { IdlePanel } from './idle-panel.tsx';
import { showAnalysis } from './shown-analysis.ts';
import { useAnalysisNews } from './use-analysis-news.ts';
import { WaitingPanel } from './waiting-panel.tsx';

/** product-2 section 4. */
const pollEveryMs = 2_000;

type AnalysisPanelProps = {
  card: GenerationEntry | undefined;
  onNew: () => void;
  /** Sends a failed analysis again as it was. */
  onRetry: (generation: PublicGeneration) => void;
  /** How a running job looks everywhere, with a picture of its own. */
  renderRunning: (card: GenerationEntry, picture: ReactNode) => ReactNode;
};

/** One analysis from the question to the answer (product-2 section 2). */
export function AnalysisPanel({ card, onNew, onRetry, renderRunning }: AnalysisPanelProps) {
  const { t } = useTranslation('understanding');
  const isRunning = card && !card.isSending && !hasEnded(card.generation.status);
  useAnalysisNews(card);
  usePolledStatus({
    id: isRunning ? card.generation.id : undefined,
    everyMs: pollEveryMs,
    fetchStatus: fetchUnderstandingStatus,
    onFailed: () => showToast(t('statusFailed'), { tone: 'error' }),
  });
  return (
    <section aria-label={t('title')} className="mx-auto grid w-full max-w-3xl p-4 sm:p-6 wide:py-8">
      <h2 className="sr-only">{t('title')}</h2>
      {choosePanel()}
    </section>
  );

  function choosePanel() {
    if (!card) return <IdlePanel />;
    const { generation } = card;
    if (!hasEnded(generation.status)) return <WaitingPanel card={card} renderRunning={renderRunning} />;
    const answer = generation.outputs[0]?.text;
    if (answer) return <AnswerPanel generation={generation} answer={answer} onNew={onNew} />;
    return <FailedPanel generation={generation} onRetry={onRetry} onReset={() => showAnalysis(null)} />;
  }
}
