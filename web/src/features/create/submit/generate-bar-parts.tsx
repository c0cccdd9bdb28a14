import type { Kind } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatClock, formatDay } from '#lib/format.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { useAccount } from '#product/account/account-store.ts';
import { minShownSeconds } from '#product/generation/progress/progress.ts';
import { useRunningGenerations } from '#product/generation/store/generations-store.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { guessFor, useExpectedTime } from '#product/model-status.ts';
import { focusField, isAtField } from '../field-problems.ts';
import { type FormValues, pricedInput } from '../form-values.ts';
import { useFieldLabels, useProblemLabels } from '../labels.ts';
import { useModelTrouble } from '../model-trouble.ts';
import { BarDetails, useProjectChoice } from './bar-details.tsx';
import { FirstResultNote } from './first-result-note.tsx';
import { ModelNotice, SuccessorLink } from './model-notice.tsx';
import { TakesItems } from './takes-items.tsx';

/** Loads the messages of the bar and returns the parts that it shows. */
export async function loadParts() {
  await loadMessages('projects', 'status', 'sheet', 'stand-in');
  return { BarNotices, BarTime, BarDetails, TakesItems };
}

type FormProps = { kind: Kind; values: FormValues };
type BarNoticesProps = FormProps & { problems: readonly InputProblem[] };

/** Problems of the form, and whether its kind is closed or leaves: before anything is paid. */
function BarNotices({ problems, kind, values }: BarNoticesProps) {
  return (
    <>
      <ProblemList problems={problems} kind={kind} values={values} />
      <ClosureNotice kind={kind} values={values} />
      <FirstResultNote kind={kind} values={values} />
    </>
  );
}

/** How many fields say what is wrong with them, and what none of them says. */
function ProblemList({ problems, kind, values }: BarNoticesProps) {
  const { t } = useTranslation(['create', 'messages']);
  const formatLabel = useProblemLabels();
  const atFields = problems.filter((problem) => isAtField(kind, values, problem));
  const others = problems.filter((problem) => !atFields.includes(problem));
  return (
    <div role="alert">
      {problems.length > 0 ? (
        <div className="mb-3 max-h-40 overflow-y-auto rounded-md bg-danger-soft px-4 py-2 text-sm">
          <FirstProblem kind={kind} problems={atFields} />
          {others.length > 0 ? (
            <>
              <p className="font-medium text-danger-text">{t('create:problems.title')}</p>
              <ul className="mt-1 list-disc pl-5">
                {others.map((problem) => (
                  <li key={`${problem.path} ${problem.code}`}>{formatLabel(problem)}</li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

type FirstProblemProps = Pick<BarNoticesProps, 'kind' | 'problems'>;

/** Leads to the first of the fields, which may have been scrolled away. */
function FirstProblem({ kind, problems: [first, ...more] }: FirstProblemProps) {
  const { t } = useTranslation('create');
  const { label } = useFieldLabels(first?.path ?? '', kind.medium);
  if (!first) return null;
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="font-medium text-danger-text">{t('problems.count', { count: more.length + 1 })}</span>
      <button
        type="button"
        title={label}
        onClick={({ currentTarget: { form } }) => focusField(form, first.path)}
        className="min-h-6 min-w-0 truncate rounded-sm underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        {t('problems.first', { name: label })}
      </button>
    </p>
  );
}

/** Notice that the kind is closed or leaves, with a link to its successor, which takes the values over. */
function ClosureNotice({ kind, values }: FormProps) {
  const { t, i18n } = useTranslation(['status', 'kinds', 'shell']);
  const closure = useKindClosures().get(kind.id);
  const successor = closure?.successor;
  const name = successor ? t(`kinds:kinds.${successor}.title`, { defaultValue: successor }) : '';
  const said =
    closure &&
    (closure.is_closed
      ? t(`closure.${closure.cause ?? 'closed'}`)
      : t('closure.leaves', { date: formatDay(closure.leaves_at ?? '', i18n.language) }));
  return (
    <div role="status">
      {closure ? (
        <div className="mb-3 grid gap-1 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
          <p>{name ? t('shell:followed', { text: said }) + t('closure.successor', { name }) : said}</p>
          {closure.note ? <p dir="auto">{closure.note}</p> : null}
          {successor ? <SuccessorLink kind={kind} values={values} successor={successor} /> : null}
        </div>
      ) : null}
    </div>
  );
}

/** How long a generation takes, or that it waits or often fails now. */
function BarTime({ kind, values }: FormProps) {
  const trouble = useModelTrouble(kind);
  const { info } = useAccount();
  return (
    <>
      {trouble ? (
        // Lies above the area of the button beside it on a phone.
        <div className="relative md:contents">
          <ModelNotice trouble={trouble} kind={kind} values={values} />
        </div>
      ) : (
        <ExpectedTime kind={kind} values={values} />
      )}
      <span role="status" className="sr-only">
        {trouble?.sentence}
      </span>
      {info ? <LiveProject /> : null}
    </>
  );
}

/**
 * "about 1:10, at most 1:50": half of all with these settings end within the first, nine of ten within the second. Both
 * count from the start, which what already waits in the user's line comes before.
 */
function ExpectedTime({ kind, values }: FormProps) {
  const { t } = useTranslation('status');
  const { typical, most } = useExpectedTime()(guessFor(kind, pricedInput(kind, values)));
  const hasLine = useRunningGenerations().some(({ generation }) => generation.status === 'waiting');
  // Not prerendered: it would go when the app takes over, which loads this after the page.
  if (import.meta.env.SSR || most < minShownSeconds) return null;
  const range = { typical: formatClock(Math.ceil(typical)), most: formatClock(Math.ceil(most)) };
  const words = t(hasLine ? 'expected.afterLine' : 'expected.now', range);
  return (
    // Stands at the end of the row, so that nothing moves when it arrives.
    <span className="whitespace-nowrap tabular-nums md:ml-auto" title={words}>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" className="hidden md:inline">
        {t('expected.short', range)}
      </span>
      <span aria-hidden="true" className="md:hidden">
        {range.typical}–{range.most}
      </span>
    </span>
  );
}

/** Keeps the chosen project to one that there is, also while the details are closed. */
function LiveProject() {
  useProjectChoice();
  return null;
}
