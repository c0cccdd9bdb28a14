import type { Kind, Price } from '@atelier/catalog';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { usePricePartLabel } from '#product/ledger/use-price-part-label.ts';
import { keepCurrentProject, useCurrentProjectId } from '#product/projects/current-project.ts';
import { useProjectsQuery } from '#product/projects/projects.ts';
import { type FormValues, pricedInput } from '../form-values.ts';
import { StandInOptions } from './stand-in-options.tsx';

type BarDetailsProps = {
  kind: Kind;
  values: FormValues;
  takes: number;
  /** The server's price, whose parts are unknown. */
  namedCredits: number | undefined;
};

/** Details of a submission: how its price adds up, where the results go, and what happens while the model is down. */
export function BarDetails({ kind, values, takes, namedCredits }: BarDetailsProps) {
  const { info } = useAccount();
  return (
    <div className="grid gap-4">
      {namedCredits === undefined ? (
        <PriceParts price={kind.price(pricedInput(kind, values))} takes={takes} />
      ) : null}
      {info ? (
        <>
          <Suspense fallback={<div className="h-40" />}>
            <StandInOptions kind={kind} values={values} />
          </Suspense>
          <ProjectChoice />
        </>
      ) : null}
    </div>
  );
}

const newProject = 'new';

/** The projects to choose from, and the chosen one. Deselects one that was archived or deleted. */
export function useProjectChoice() {
  const { data } = useProjectsQuery();
  const currentId = useCurrentProjectId();
  const projects = data?.filter((project) => !project.is_archived) ?? [];
  const isGone =
    data !== undefined && currentId !== undefined && !projects.some(({ id }) => id === currentId);
  useEffect(() => {
    if (isGone) keepCurrentProject(undefined);
  }, [isGone]);
  return { projects, currentId: isGone ? undefined : currentId };
}

/** The project that the next generations go into. Users without projects are not asked. */
export function ProjectChoice() {
  const { t } = useTranslation('projects');
  const { projects, currentId } = useProjectChoice();
  if (projects.length === 0) return null;
  return (
    <select
      aria-label={t('choice.label')}
      title={t('choice.label')}
      value={currentId ?? ''}
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
function PriceParts({ price, takes }: { price: Price; takes: number }) {
  const { t, i18n } = useTranslation('create');
  const total = formatCredits(price.costCredits * takes, i18n.language);
  const formatName = usePricePartLabel();
  return (
    <div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-ink-soft tabular-nums">
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
        {takes > 1 ? <PartLine name={t('takes.part')} amount={`× ${takes}`} /> : null}
        <dt className="border-t border-line pt-1.5 font-medium text-ink">{t('price.total')}</dt>
        <dd className="border-t border-line pt-1.5 text-right font-medium text-ink">{total}</dd>
      </dl>
      <p className="mt-3 text-xs text-ink-faint">{t('price.promise')}</p>
    </div>
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
