import { Link } from '@tanstack/react-router';
import Film from 'lucide-react/icons/film';
import Maximize2 from 'lucide-react/icons/maximize-2';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { historyTarget } from '#product/generation/actions/generation-target.ts';
import { useFailureSentence } from '#product/generation/progress/failure-cause.tsx';
import { useStageName } from '#product/generation/progress/stage-label.ts';
import { classNames } from '#ui/class-names.ts';
import type { FilmTake, ShotView } from './shot-views.ts';
import { RunningBar } from './strip.tsx';

type TakesProps = { view: ShotView; onChoose: (id: string) => void };

/** Everything that was made for a shot, the newest first; a press shows another take in the film. */
export function Takes({ view, onChoose }: TakesProps) {
  const { t } = useTranslation('film');
  const { takes, shown } = view;
  if (takes.length === 0) return null;
  return (
    <div>
      <h3 id="film-takes" className="mb-2 text-sm font-medium">
        {t('takes.title')}
      </h3>
      <ul aria-labelledby="film-takes" className="grid grid-cols-1 gap-2">
        {takes.map((take, index) => (
          <li key={take.id}>
            <TakeRow
              take={take}
              number={takes.length - index}
              isShown={take === shown}
              onChoose={() => onChoose(take.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type TakeRowProps = { take: FilmTake; number: number; isShown: boolean; onChoose: () => void };

function TakeRow({ take, number, isShown, onChoose }: TakeRowProps) {
  const { t, i18n } = useTranslation('film');
  const { generation } = take;
  const label = t('takes.take', { number });
  if (take.state === 'running') return <RunningTake take={take} label={label} />;
  if (take.state === 'failed') return <FailedTake take={take} label={label} />;
  const time = formatRelativeTime(Date.parse(generation.created_at), serverNow(), i18n.language);
  const poster = take.video?.poster_url;
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onChoose}
        className={classNames(
          'flex min-w-0 flex-1 items-center gap-3 rounded-md bg-raised p-1.5 text-left text-sm hover:bg-hover',
          isShown && 'outline-2 outline-accent-text',
        )}
      >
        <span className="relative grid h-12 w-20 shrink-0 place-items-center overflow-hidden rounded-sm bg-stage text-ink-faint">
          {poster ? (
            <img src={poster} alt="" decoding="async" className="absolute inset-0 size-full object-cover" />
          ) : (
            <Film size={16} aria-hidden="true" />
          )}
        </span>
        <span className="min-w-0">
          <span className="block font-medium">{label}</span>
          <span className="block truncate text-ink-faint" title={time}>
            {isShown ? t('takes.shown') : time}
          </span>
        </span>
      </button>
      <Link
        {...historyTarget(generation)}
        aria-label={t('takes.open', { number })}
        className="grid size-10 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <Maximize2 size={16} aria-hidden="true" />
      </Link>
    </div>
  );
}

type PlainTakeProps = { take: FilmTake; label: string };

function RunningTake({ take, label }: PlainTakeProps) {
  const stage = useStageName(take.generation);
  return (
    <div className="grid grid-cols-1 gap-1.5 rounded-md bg-raised p-3 text-sm">
      <p className="flex justify-between gap-3">
        <span className="font-medium">{label}</span>
        <span className="text-ink-soft">{stage}</span>
      </p>
      <RunningBar take={take} label={label} />
    </div>
  );
}

function FailedTake({ take, label }: PlainTakeProps) {
  const { t } = useTranslation('film');
  const reason = useFailureSentence(take.generation);
  const isCancelled = take.generation.status === 'cancelled';
  return (
    <p className="rounded-md bg-raised px-3 py-2 text-sm">
      <span className="font-medium">{label}</span>{' '}
      <span className={isCancelled ? 'text-ink-soft' : 'text-danger-text'}>
        {isCancelled ? t('takes.cancelled') : t('takes.failed', { reason })}
      </span>
    </p>
  );
}
