import type { PublicGeneration } from '@atelier/contract';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { formatClock, formatCredits } from '#lib/format.ts';
import { useNow } from '#lib/use-now.ts';
import { useCancel } from '#product/generation/actions/use-cancel.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { MakingPicture } from '#product/generation/pictures/making-picture.tsx';
import { CourseBar } from '#product/generation/progress/course-bar.tsx';
import { followCourse, minShownSeconds } from '#product/generation/progress/progress.ts';
import { useStageName } from '#product/generation/progress/stage-label.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { rowColumns } from './list-table.tsx';
import { lengthAndSize, Model, rowLook, StatusDot, Time } from './work-row.tsx';

type RunningRowProps = { generation: PublicGeneration; namesDay: boolean };

/** A work that is being made, in the line that its result will have. */
export function RunningRow({ generation, namesDay }: RunningRowProps) {
  const { t, i18n } = useTranslation(['preview', 'history']);
  const course = followCourse(generation.id, generation, useNow(true));
  const stage = useStageName(generation);
  const { id, prompt, status, credits, created_at: createdAt } = generation;
  const title = makeExcerpt(prompt, 200) || t('history:withoutPrompt');
  const clock = course.spentSeconds >= minShownSeconds ? formatClock(course.spentSeconds) : '';
  return (
    <tr data-generation={id} className={classNames('border-b border-line', rowLook, rowColumns)}>
      <td className="max-md:row-span-2">
        <span className="relative block h-9 w-16 overflow-hidden rounded-sm bg-stage">
          <MakingPicture generation={generation} isSmall />
        </span>
      </td>
      <th
        scope="row"
        className="flex min-w-0 items-center gap-3 text-left text-sm font-normal max-md:col-span-3"
      >
        <h3 dir="auto" title={title} className="min-w-0 flex-1 truncate font-medium text-ink">
          {title}
        </h3>
        <span className="sr-only md:hidden">{stage}</span>
        <Cancel generation={generation} />
      </th>
      <Model generation={generation} />
      <td className="max-md:hidden">{lengthAndSize(generation)}</td>
      <td className="text-right">
        <span className="max-md:hidden">{formatCredits(credits.held, i18n.language)}</span>
        <span className="md:hidden">{t('history:credits', { count: credits.held })}</span>
      </td>
      <td className="grid items-center text-right">
        <Time iso={createdAt} namesDay={namesDay} />
        <div className="absolute inset-x-0 bottom-0">
          <CourseBar label={t('progress')} generation={generation} course={course} />
        </div>
      </td>
      <td title={`${stage} ${clock}`} className="truncate pl-2 max-md:hidden">
        <StatusDot status={status} />
        {stage} <span className="text-ink-faint max-lg:hidden">{clock}</span>
      </td>
    </tr>
  );
}

function Cancel({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('preview');
  const { isCancelling, cancel } = useCancel(generation);
  const { held } = generation.credits;
  if (!generation.can_cancel) return null;
  return (
    <IconButton
      label={t('cancel', { credits: formatCredits(held, i18n.language), count: held })}
      isSmall
      tooltipSide="left"
      aria-busy={isCancelling}
      onClick={cancel}
      className="-my-1.5 pointer-coarse:size-11"
    >
      <X size={16} aria-hidden="true" />
    </IconButton>
  );
}
