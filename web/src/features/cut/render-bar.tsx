import { type CutFormat, countPlanSeconds, cutLimits, isSoundCut } from '@atelier/catalog/cuts';
import type { PublicCut } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Clapperboard from 'lucide-react/icons/clapperboard';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { historyTarget } from '#product/generation/actions/generation-target.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { isUnderWay } from '#product/playback/newer-cut.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { Bench } from './bench-state.ts';
import type { Rendering } from './cut-data.ts';

type RenderBarProps = {
  bench: Bench;
  format: CutFormat;
  rendering: Rendering;
  isSubmitting: boolean;
  onRender: () => void;
  /** Problems that belong to no field. */
  problems: readonly string[];
};

/** Facts of the result, the button that renders it, and how far that is; at the lower edge of the window. */
export function RenderBar({ bench, format, rendering, isSubmitting, onRender, problems }: RenderBarProps) {
  const { t } = useTranslation('cut');
  const { cut } = rendering;
  const problemsId = useId();
  const seconds = countPlanSeconds({ clips: [...bench.cut.clips] });
  return (
    <div
      className="sticky bottom-(--bottom-bar-height) z-10 mt-auto border-t border-line bg-canvas px-4 py-2"
      style={{ marginInline: '-1rem' }}
    >
      <div className="mx-auto grid max-w-7xl grid-cols-1 gap-2">
        {problems.length > 0 ? (
          <div id={problemsId} role="alert" className="text-sm text-danger-text">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        ) : null}
        {/* Announced when it changes; the progress has a role of its own. */}
        <div role="status">
          {cut && !isUnderWay(cut) ? (
            <Outcome cut={cut} isSound={isSoundCut(bench.cut)} onDismiss={rendering.dismiss} />
          ) : null}
        </div>
        {cut && isUnderWay(cut) ? (
          <Progress cut={cut} onCancel={rendering.cancel} />
        ) : (
          <div className="flex items-center gap-3">
            <p
              className={`min-w-0 flex-1 text-sm tabular-nums ${seconds > cutLimits.seconds ? 'text-danger-text' : 'text-ink-soft'}`}
            >
              <Facts bench={bench} format={format} seconds={seconds} />
            </p>
            <Button
              variant="primary"
              size="lg"
              aria-busy={isSubmitting}
              aria-describedby={problems.length > 0 ? problemsId : undefined}
              onClick={onRender}
            >
              <Clapperboard size={18} aria-hidden="true" />
              {t('render.button')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

type FactsProps = { bench: Bench; format: CutFormat; seconds: number };

/** Facts of the result. The rate is that of the first video, which no browser knows of an upload. */
function Facts({ bench: { cut, sources }, format, seconds }: FactsProps) {
  const { t, i18n } = useTranslation('cut');
  const length = formatClock(Math.round(seconds));
  if (isSoundCut(cut)) return t('soundFacts', { format: cut.result?.toUpperCase(), length });
  const { width, height, fps } = format;
  if (!sources[cut.clips[0]?.url ?? '']?.fps) return t('factsWithoutRate', { width, height, length });
  const rate = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(fps.num / fps.den);
  return t('facts', { width, height, fps: rate, length });
}

function Progress({ cut, onCancel }: { cut: PublicCut; onCancel: () => Promise<void> }) {
  const { t } = useTranslation('cut');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const isWaiting = cut.state === 'waiting';
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex justify-between gap-2 text-sm">
          <span>{t(isWaiting ? 'render.waiting' : 'render.running')}</span>
          {isWaiting ? null : <span className="tabular-nums">{cut.percent ?? 0} %</span>}
        </p>
        <ProgressBar label={t('render.progress')} percent={cut.percent ?? 0} />
      </div>
      <Button size="lg" aria-busy={isRunning} onClick={() => void run(onCancel)}>
        {t('render.cancel')}
      </Button>
    </div>
  );
}

type OutcomeProps = { cut: PublicCut; isSound: boolean; onDismiss: () => void };

function Outcome({ cut, isSound, onDismiss }: OutcomeProps) {
  const { t, i18n } = useTranslation(['cut', 'messages']);
  const { state, generation_id: id, error } = cut;
  const key = `messages:error.${error?.code ?? ''}` as const;
  const isKnown: boolean = i18n.exists(key);
  const reason = error ? (isKnown ? t(key) : error.message) : '';
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <p className={`min-w-0 flex-1 ${state === 'failed' ? 'text-danger-text' : ''}`}>
        {state === 'failed'
          ? t('cut:render.failed', { reason })
          : t(`cut:render.${state === 'completed' && isSound ? 'heard' : state}`)}
      </p>
      {id === null ? null : (
        <Link
          {...historyTarget({ id, medium: isSound ? 'audio' : 'video' })}
          className={buttonVariants('secondary', 'sm', 'pointer-coarse:min-h-11')}
        >
          {t('cut:render.open')}
        </Link>
      )}
      <Button variant="ghost" size="sm" className="pointer-coarse:min-h-11" onClick={onDismiss}>
        {t('cut:render.dismiss')}
      </Button>
    </div>
  );
}
