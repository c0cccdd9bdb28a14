import { type CutFormat, cutLimits } from '@atelier/catalog/cuts';
import type { PublicCut } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Sparkles from 'lucide-react/icons/sparkles';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { historyTarget } from '#product/generation/actions/generation-target.ts';
import { isUnderWay } from '#product/playback/newer-cut.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { ShotView } from './shot-views.ts';
import type { FilmParts } from './use-film.ts';
import type { Making } from './use-make.ts';
import { useProblemText } from './use-problem-text.ts';

type MakeBarProps = Pick<FilmParts, 'film' | 'views'> & {
  format: CutFormat;
  making: Making;
  isSaved: boolean;
};

/** Next step of the film at the lower edge of the window: making its shots, joining them, or opening it. */
export function MakeBar({ film, views, format, making, isSaved }: MakeBarProps) {
  const { t } = useTranslation('film');
  const missing = views.filter(({ state }) => state === 'missing');
  const isRunning = views.some(({ state }) => state === 'running');
  const blocked = missing.find(({ problem }) => problem !== null);
  const isJoining = film.cut !== null && isUnderWay(film.cut);
  return (
    <div
      className="sticky bottom-(--bottom-bar-height) z-10 mt-auto border-t border-line bg-canvas px-4 py-2"
      style={{ marginInline: '-1rem' }}
    >
      <div className="mx-auto grid max-w-7xl grid-cols-1 gap-2">
        {making.overBudget ? (
          <p role="alert" className="text-sm text-danger-text">
            {making.overBudget}
          </p>
        ) : null}
        {missing.length > 0 ? (
          <MakeMissing missing={missing} blocked={blocked} making={making} isSaved={isSaved} />
        ) : isRunning ? (
          <p role="status" className="flex min-h-12 items-center text-sm">
            {t('make.running', { count: views.filter(({ state }) => state === 'running').length })}
          </p>
        ) : film.cut && isJoining ? (
          <Joining cut={film.cut} />
        ) : (
          <Joined film={film} views={views} format={format} making={making} />
        )}
      </div>
    </div>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">{children}</div>;
}

type MakeMissingProps = {
  missing: readonly ShotView[];
  blocked: ShotView | undefined;
  making: Making;
  isSaved: boolean;
};

/** Makes the missing shots. A blocked shot is named, and the others are made without it. */
function MakeMissing({ missing, blocked, making, isSaved }: MakeMissingProps) {
  const { t } = useTranslation('film');
  const reasonId = useId();
  const open = missing.filter(({ problem }) => problem === null);
  const isKnown = open.every(({ costCredits }) => costCredits !== null);
  const credits = open.reduce((sum, { costCredits }) => sum + (costCredits ?? 0), 0);
  const isPossible = open.length > 0 && isKnown && isSaved;
  const shots = blocked ? open.map(({ shot }) => shot.id) : undefined;
  const count = open.length || missing.length;
  return (
    <Row>
      <div id={reasonId} className="min-w-0 flex-1 text-sm text-warn-text">
        {blocked ? <Reason view={blocked} /> : null}
      </div>
      <Button
        variant="primary"
        size="lg"
        aria-busy={making.isRunning}
        aria-disabled={!isPossible}
        aria-describedby={blocked ? reasonId : undefined}
        className={isPossible ? '' : 'opacity-60'}
        onClick={() => isPossible && making.make({ credits, shots })}
      >
        <Sparkles size={18} aria-hidden="true" />
        {isKnown && open.length > 0
          ? t('make.button', { count, credits: t('credits', { count: credits }) })
          : t('make.unknown', { count })}
      </Button>
    </Row>
  );
}

function Reason({ view }: { view: ShotView }) {
  const { t } = useTranslation('film');
  const { text } = useProblemText(view);
  return t('make.blocked', { number: view.place + 1, reason: text });
}

function Joining({ cut }: { cut: PublicCut }) {
  const { t } = useTranslation('film');
  return (
    <div className="min-h-12">
      <p className="mb-1.5 flex justify-between gap-2 text-sm">
        <span>{t(cut.state === 'waiting' ? 'join.waiting' : 'join.running')}</span>
        <span className="tabular-nums">{cut.percent ?? 0} %</span>
      </p>
      <ProgressBar label={t('join.progress')} percent={cut.percent ?? 0} />
    </div>
  );
}

type JoinedProps = Pick<MakeBarProps, 'film' | 'views' | 'format' | 'making'>;

function Joined({ film, views, format, making }: JoinedProps) {
  const { t } = useTranslation(['film', 'messages']);
  const seconds = views.reduce((sum, { shown }) => sum + (shown?.video?.duration_seconds ?? 0), 0);
  const isTooLong = seconds > cutLimits.seconds;
  const { error } = film.cut ?? {};
  const failure =
    film.cut?.state === 'failed' && error
      ? t(`messages:error.${error.code}`, { defaultValue: error.message })
      : undefined;
  return (
    <Row>
      <div role="status" className="min-w-0 flex-1 text-sm text-ink-soft">
        {isTooLong ? (
          <p className="text-danger-text">{t('film:join.tooLong', { minutes: cutLimits.seconds / 60 })}</p>
        ) : failure && !film.is_joined ? (
          <p className="text-danger-text">{t('film:join.failed', { reason: failure })}</p>
        ) : (
          <p className="tabular-nums">
            <Facts format={format} seconds={seconds} />
          </p>
        )}
      </div>
      {film.is_joined && film.generation_id !== null ? (
        <Link
          {...historyTarget({ id: film.generation_id, medium: 'video' })}
          className={buttonVariants('secondary', 'lg')}
        >
          {t('film:join.open')}
        </Link>
      ) : views.length > 0 ? (
        <Button
          variant="primary"
          size="lg"
          aria-busy={making.isRunning}
          aria-disabled={isTooLong}
          onClick={() => isTooLong || making.join()}
        >
          <Clapperboard size={18} aria-hidden="true" />
          {t(film.generation_id === null ? 'film:join.first' : 'film:join.again')}
        </Button>
      ) : null}
    </Row>
  );
}

function Facts({ format, seconds }: { format: CutFormat; seconds: number }) {
  const { t, i18n } = useTranslation('cut');
  const { width, height, fps } = format;
  const rate = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(fps.num / fps.den);
  return t('facts', { width, height, fps: rate, length: formatClock(Math.round(seconds)) });
}
