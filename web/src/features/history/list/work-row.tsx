import type { PublicGeneration } from '@atelier/contract';
import Star from 'lucide-react/icons/star';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatCredits, formatDate, formatTime } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { modelName } from '#product/generation/model-name.ts';
import { isWithoutResult, shownOutputs } from '#product/generation/outputs.ts';
import { useFailureSentence } from '#product/generation/progress/failure-cause.tsx';
import { statusTones } from '#product/generation/progress/status-badge.tsx';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { isHeard, isMoving } from '#product/media-facts.build.ts';
import type { BadgeTone } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';
import { TitleLink } from './generation-row.tsx';
import { rowColumns } from './list-table.tsx';
import { RowSteps } from './row-actions.tsx';

type WorkRowProps = {
  generation: PublicGeneration;
  isSelected: boolean;
  /** Whether no heading above names its day. */
  namesDay: boolean;
  /** Selects it. */
  box: ReactNode;
  credits: ReactNode;
  onOpen: (event: MouseEvent) => void;
  onDelete: () => void;
};

/** The line of a work in the list. */
export const rowLook =
  'group relative h-15 grid-cols-(--phone-columns) content-center bg-clip-padding text-xs whitespace-nowrap text-ink-soft tabular-nums md:h-11 md:text-sm';

/** A finished work of any medium in a line of 44 px, on a phone in two. All of it opens the work. */
export function WorkRow(props: WorkRowProps) {
  const { generation, isSelected, namesDay, box, credits, onOpen, onDelete } = props;
  const { t } = useTranslation(['history', 'shell']);
  const { id, prompt, status, error } = generation;
  const hasEnded = isWithoutResult(generation);
  return (
    <tr
      data-generation={id}
      draggable
      className={classNames(
        rowLook,
        rowColumns,
        isSelected
          ? 'rounded-lg border-y border-transparent bg-accent-soft'
          : 'border-b border-line hover:bg-raised',
      )}
    >
      <td className="max-md:row-span-2">
        <div className="relative">
          <Thumbnail generation={generation} widthPx={64} heightPx={36} />
          {box}
        </div>
      </td>
      <th
        scope="row"
        className={classNames(
          'flex min-w-0 items-center gap-3 text-left text-sm font-normal max-md:col-span-3',
          error && 'md:max-lg:col-span-3',
        )}
      >
        <h3 className={classNames('min-w-0 font-medium', !hasEnded && 'text-ink')}>
          <TitleLink id={id} onOpen={onOpen} className="truncate after:rounded-lg">
            {makeExcerpt(prompt, 200) || t('history:withoutPrompt')}
          </TitleLink>
        </h3>
        {generation.is_favorite ? (
          <Star size={14} aria-hidden="true" className="shrink-0 fill-current text-warn-text" />
        ) : null}
        <Aside generation={generation} />
        <span className="sr-only md:hidden">{t(`shell:status.${status}`, { defaultValue: status })}</span>
      </th>
      <Model generation={generation} />
      <td className={classNames('max-md:hidden', error && 'md:max-lg:hidden')}>
        <Size generation={generation} />
      </td>
      <td className="text-right">{credits}</td>
      <td className="grid items-center text-right">
        <Time iso={generation.created_at} namesDay={namesDay} />
        <div className="tile-control relative z-10 col-start-1 row-start-1 -my-1 flex justify-self-end">
          <RowSteps generation={generation} onDelete={onDelete} />
        </div>
      </td>
      <td className="truncate pl-2 max-md:hidden">
        <StatusWord status={status} />
      </td>
    </tr>
  );
}

/** Shows after the prompt why there is no result, else its waveform, its first words or the number of its images. */
function Aside({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('history');
  const cause = useFailureSentence(generation);
  const { error, medium, outputs } = generation;
  const count = shownOutputs(generation).length;
  if (error) {
    return (
      <span title={cause} className="min-w-0 shrink-[0.2] truncate text-danger-text max-md:hidden">
        {cause}
      </span>
    );
  }
  if (isHeard[medium] && outputs[0]?.peaks) {
    return (
      <span className="h-5 w-28 shrink-0 max-lg:hidden">
        <StillWaveform peaks={outputs[0].peaks} />
      </span>
    );
  }
  const text = outputs[0]?.text ? makeExcerpt(outputs[0].text) : count > 1 ? t('images', { count }) : '';
  return (
    <span title={text} dir="auto" className="min-w-0 flex-1 truncate text-ink-faint max-md:hidden">
      {text}
    </span>
  );
}

/**
 * Shows the model. On a phone the cause of a failure takes the place of its name; in a narrow page the prompt and the
 * cause have its room, too.
 */
export function Model({ generation }: { generation: PublicGeneration }) {
  const cause = useFailureSentence(generation);
  const name = modelName(generation.model);
  return (
    <td className={classNames('min-w-0', generation.error && 'md:max-lg:hidden')}>
      <span title={name} className={classNames('block truncate', generation.error && 'max-md:hidden')}>
        {name}
      </span>
      {generation.error ? (
        <span title={cause} className="block truncate text-danger-text md:hidden">
          {cause}
        </span>
      ) : null}
    </td>
  );
}

function Size({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('library');
  const text = generation.outputs[0]?.text;
  return text ? t('words', { count: countWords(text) }) : lengthAndSize(generation);
}

export function Time({ iso, namesDay }: { iso: string; namesDay: boolean }) {
  const { language } = useTranslation().i18n;
  const whole = formatDate(iso, language);
  return (
    <time
      dateTime={iso}
      title={whole}
      className="col-start-1 row-start-1 truncate group-hover:opacity-0 group-has-focus-visible:opacity-0"
    >
      {namesDay ? nameDay(new Date(iso), language) : formatTime(iso, language)}
    </time>
  );
}

const dots: Record<BadgeTone, string> = {
  neutral: 'text-ink-faint',
  accent: 'text-accent-text',
  ok: 'text-ok-text',
  warn: 'text-warn-text',
  danger: 'text-danger-text',
};

/** The status in a line of facts: its word after a dot in its color. */
function StatusWord({ status }: Pick<PublicGeneration, 'status'>) {
  const { t } = useTranslation('shell');
  return (
    <>
      <StatusDot status={status} />
      {t(`status.${status}`, { defaultValue: status })}
    </>
  );
}

export function StatusDot({ status }: Pick<PublicGeneration, 'status'>) {
  return (
    <span
      aria-hidden="true"
      className={`mr-2 inline-block size-2 rounded-full bg-current ${dots[statusTones[status]]}`}
    />
  );
}

/** A day in a few letters, with its year unless that is the current one. */
function nameDay(day: Date, language: string): string {
  const year = day.getFullYear() === new Date(serverNow()).getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', year }).format(day);
}

/** The credits that were charged, or those that came back. */
export function RowCredits({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation(['history', 'library']);
  const { count, isReturned } = rowCredits(generation);
  if (isReturned)
    return (
      <span title={t('history:notCharged', { count })} className="text-ok-text">
        {t('library:back', { count })}
      </span>
    );
  return (
    <>
      <span className="max-md:hidden">{formatCredits(count, i18n.language)}</span>
      <span className="md:hidden">{t('history:credits', { count })}</span>
    </>
  );
}

/** The credits that a row shows: those that were charged, or those that came back in their place. */
export function rowCredits({ credits }: Pick<PublicGeneration, 'credits'>): {
  count: number;
  isReturned: boolean;
} {
  const isReturned = credits.settled === 0 && credits.released > 0;
  return { count: isReturned ? credits.released : credits.settled, isReturned };
}

/** The length of what plays and the size of what is seen. An answer has neither; it counts in words. */
export function lengthAndSize(generation: PublicGeneration): string {
  const { medium, width: asked, height: askedHeight } = generation;
  const [output] = shownOutputs(generation);
  const seconds = output?.duration_seconds;
  const length = seconds ? [formatClock(Math.round(seconds))] : [];
  const [width, height] = [output?.width ?? asked, output?.height ?? askedHeight];
  const size =
    width && height ? [isMoving[medium] ? `${Math.min(width, height)}p` : `${width} × ${height}`] : [];
  return [...length, ...size].join(' · ');
}

/** How many words a text has, in any language. */
export function countWords(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length;
}
