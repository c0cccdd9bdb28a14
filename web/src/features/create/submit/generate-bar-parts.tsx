import type { Kind, Price } from '@atelier/catalog';
import LayersPlus from 'lucide-react/icons/layers-plus';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatClock, formatCredits, formatDay } from '#lib/format.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { minShownSeconds } from '#product/generation/progress/progress.ts';
import { useRunningGenerations } from '#product/generation/store/generations-store.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { usePricePartLabel } from '#product/ledger/use-price-part-label.ts';
import { guessFor, useExpectedTime } from '#product/model-status.ts';
import { keepCurrentProject, useCurrentProjectId } from '#product/projects/current-project.ts';
import { useProjectsQuery } from '#product/projects/projects.ts';
import { placePopover } from '#ui/popover.tsx';
import { type FormValues, pricedInput } from '../form-values.ts';
import { useProblemLabels } from '../labels.ts';
import { useModelTrouble } from '../model-trouble.ts';
import { ModelNotice, SuccessorLink } from './model-notice.tsx';
import { StandInChoice } from './stand-in-choice.tsx';

const BatchSheet = lazyPart(
  async () => {
    const [{ BatchSheet }] = await Promise.all([
      import('../sheet/batch-sheet.tsx'),
      loadMessages('messages'),
    ]);
    return BatchSheet;
  },
  { note: 'above' },
);

/** Loads the messages of the bar and returns the parts that it shows. */
export async function loadParts() {
  await loadMessages('projects', 'status', 'sheet', 'stand-in');
  return { BarNotices, BarChoices, PriceParts };
}

type FormProps = { kind: Kind; values: FormValues };
type BarNoticesProps = FormProps & { problems: readonly InputProblem[] };

/** Problems of the form, and whether its kind is closed or leaves: before anything is paid. */
function BarNotices({ problems, kind, values }: BarNoticesProps) {
  return (
    <>
      <ProblemList problems={problems} />
      <ClosureNotice kind={kind} values={values} />
    </>
  );
}

/** Lists all problems together, besides the message at each field. */
function ProblemList({ problems }: { problems: readonly InputProblem[] }) {
  const { t } = useTranslation(['create', 'messages']);
  const formatLabel = useProblemLabels();
  return (
    <div role="alert">
      {problems.length > 0 ? (
        <div className="mb-3 max-h-40 overflow-y-auto rounded-md bg-danger-soft px-4 py-3 text-sm">
          <p className="font-medium text-danger-text">{t('create:problems.title')}</p>
          <ul className="mt-1 list-disc pl-5">
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.code}`}>{formatLabel(problem)}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
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
      ? t('closure.closed')
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

/**
 * How long a generation takes, or that it waits or often fails now, and for users who are signed in where it goes and the way
 * to many of them at once.
 */
function BarChoices({ kind, values }: FormProps) {
  const { info } = useAccount();
  const trouble = useModelTrouble(kind);
  return (
    <>
      {info ? <SubmitChoices kind={kind} values={values} /> : null}
      {trouble ? (
        <ModelNotice trouble={trouble} kind={kind} values={values} />
      ) : (
        <ExpectedTime kind={kind} values={values} />
      )}
      <span role="status" className="sr-only">
        {trouble?.sentence}
      </span>
    </>
  );
}

function SubmitChoices({ kind, values }: FormProps) {
  const { t } = useTranslation('sheet');
  const openSheet = () =>
    openDialog({
      name: 'own',
      render: (onClose) => (
        <Suspense fallback={null}>
          <BatchSheet kind={kind} values={values} onClose={onClose} projectChoice={<ProjectChoice />} />
        </Suspense>
      ),
    });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={t('button')}
        onClick={openSheet}
        className="flex min-h-6 shrink-0 items-center gap-1.5 rounded-sm underline decoration-dotted underline-offset-4 hover:text-ink"
      >
        <LayersPlus size={14} aria-hidden="true" />
        <span className="whitespace-nowrap short:sr-only">{t('button')}</span>
      </button>
      <StandInChoice kind={kind} values={values} />
      {/* The projects are read later, and have the room that the others leave: nothing moves then. */}
      <div className="flex min-w-0 flex-1">
        <ProjectChoice />
      </div>
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
    // At the end, so that what is read after it moves nothing.
    <span className="whitespace-nowrap tabular-nums ml-auto" title={words}>
      <span className="sr-only sm:not-sr-only wide:sr-only">{words}</span>
      <span className="sm:hidden wide:inline" aria-hidden="true">
        {t('expected.short', range)}
      </span>
    </span>
  );
}

const newProject = 'new';

/** The project that the next generations go into. Users without projects are not asked. */
function ProjectChoice() {
  const { t } = useTranslation('projects');
  const { data } = useProjectsQuery();
  const currentId = useCurrentProjectId();
  const projects = data?.filter((project) => !project.is_archived) ?? [];
  // Deselects a project that was archived or deleted.
  const isGone =
    data !== undefined && currentId !== undefined && !projects.some(({ id }) => id === currentId);
  useEffect(() => {
    if (isGone) keepCurrentProject(undefined);
  }, [isGone]);
  if (projects.length === 0) return null;
  return (
    <select
      aria-label={t('choice.label')}
      title={t('choice.label')}
      value={isGone ? '' : (currentId ?? '')}
      onChange={({ target: { value } }) => {
        if (value === newProject)
          openDialog({ name: 'new-project', onCreated: ({ id }) => keepCurrentProject(id) });
        else keepCurrentProject(value || undefined);
      }}
      className="field-sizing-content min-h-6 max-w-24 min-w-0 cursor-pointer truncate rounded-sm bg-transparent hover:text-ink sm:max-w-40"
    >
      <option value="">{t('choice.none')}</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={newProject}>{t('choice.new')}</option>
    </select>
  );
}

/** How a price adds up. */
function PriceParts({ price }: { price: Price }) {
  const { t, i18n } = useTranslation('create');
  const ref = useRef<HTMLDListElement>(null);
  const total = formatCredits(price.costCredits, i18n.language);
  const formatName = usePricePartLabel();
  // The panel was placed before its height was known.
  useLayoutEffect(() => {
    const panel = ref.current?.closest<HTMLElement>('[popover]');
    const button = panel?.previousElementSibling;
    if (panel && button instanceof HTMLElement) placePopover(panel, button, { side: 'above' });
  }, []);
  return (
    <>
      <dl ref={ref} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-ink-soft tabular-nums">
        {price.parts.map((part) => (
          <PartLine
            key={part.code}
            name={formatName(part)}
            amount={
              'baseCredits' in part
                ? formatCredits(part.baseCredits, i18n.language)
                : `× ${part.factorPercent / 100}`
            }
          />
        ))}
        <dt className="border-t border-line pt-1.5 font-medium text-ink">{t('price.total')}</dt>
        <dd className="border-t border-line pt-1.5 text-right font-medium text-ink">{total}</dd>
      </dl>
      <p className="mt-3 text-xs text-ink-faint">{t('price.promise')}</p>
    </>
  );
}

function PartLine({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right">{amount}</dd>
    </>
  );
}
