import type { Field, Kind } from '@atelier/catalog';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format.ts';
import { Collapsible } from '#ui/collapsible.tsx';
import { FieldControl } from './controls/field-control.tsx';
import { type FormValues, hasChangedAdvanced, pricedInput } from './form-values.ts';
import { useProblemLabels } from './labels.ts';
import { RatioNote } from './uploads/ratio-note.tsx';
import type { Uploads } from './uploads/use-uploads.ts';

type FieldsProps = {
  kind: Kind;
  values: FormValues;
  problems: readonly InputProblem[];
  onChange: (name: string, value: unknown) => void;
  canUsePaidOptions: boolean;
  uploads: Uploads;
};

type FieldListProps = FieldsProps & { section: Field['section']; afterPrompt?: ReactNode };

/** The fields of a section in the kind's own order; `afterPrompt` is rendered below the prompt. */
export function FieldList({ kind, section, afterPrompt, values, problems, ...rest }: FieldListProps) {
  const labelOf = useProblemLabels();
  const fields = Object.entries(kind.fields).filter(([, field]) => field.section === section);
  return fields.map(([name, field]) => {
    const problem = problems.find((candidate) => candidate.path === name);
    const control = (
      <FieldControl
        key={name}
        name={name}
        medium={kind.medium}
        field={field}
        value={values[name]}
        onChange={(value) => rest.onChange(name, value)}
        error={problem && labelOf(problem)}
        isIdle={isIdle(field, values)}
        note={<RatioNote kind={kind} values={values} name={name} uploads={rest.uploads} />}
        canUsePaidOptions={rest.canUsePaidOptions}
        uploads={rest.uploads}
      />
    );
    if (name !== 'prompt' || !afterPrompt) return control;
    return (
      <Fragment key={name}>
        {control}
        {afterPrompt}
      </Fragment>
    );
  });
}

function isIdle({ effectNeeds }: Field, values: FormValues): boolean {
  return effectNeeds !== undefined && !(Number(values[effectNeeds]) > 0);
}

/** The collapsible section; absent for a kind without advanced fields. Opens when one of its fields has a problem. */
export function AdvancedFields(props: FieldsProps) {
  const { t } = useTranslation('create');
  const { kind, values, problems } = props;
  const names = Object.keys(kind.fields).filter((name) => kind.fields[name]?.section === 'advanced');
  if (names.length === 0) return null;
  return (
    <Collapsible
      title={t('advanced.title')}
      dotLabel={hasChangedAdvanced(kind, values) ? t('advanced.changed') : undefined}
      opensWhen={problems.some((problem) => names.includes(problem.path))}
    >
      <div className="grid gap-6">
        <FieldList {...props} section="advanced" />
        <Estimate kind={kind} values={values} />
      </div>
    </Collapsible>
  );
}

/** Above these, a video costs more or takes longer, and the estimate warns. */
const maxQuietFrames = 81;
const maxQuietSteps = 35;

function Estimate({ kind, values }: { kind: Kind; values: FormValues }) {
  const { t, i18n } = useTranslation('create');
  const input = pricedInput(kind, values);
  const { costCredits } = kind.price(input);
  const warnings = [
    ...(Number(input.num_frames) > maxQuietFrames ? [t('estimate.frames')] : []),
    ...(kind.medium === 'video' && Number(input.num_inference_steps) > maxQuietSteps
      ? [t('estimate.steps')]
      : []),
  ];
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex justify-between gap-4">
        <span className="font-medium">{t('estimate.title')}</span>
        <span className="tabular-nums">{formatCredits(costCredits, i18n.language)}</span>
      </p>
      <div role="status" className="grid gap-1">
        {warnings.map((warning) => (
          <p key={warning} className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            {warning}
          </p>
        ))}
      </div>
    </div>
  );
}

/** The length in seconds (frames divided by frame rate), for kinds without a duration to choose. */
export function VideoLength({ kind, values }: { kind: Kind; values: FormValues }) {
  const { t, i18n } = useTranslation('create');
  const { num_frames: frames, frames_per_second: fps } = pricedInput(kind, values);
  if (typeof frames !== 'number' || typeof fps !== 'number') return null;
  const seconds = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(frames / fps);
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-sm">
      <span className="font-medium">{t('lengthLabel')}</span>
      <span className="text-ink-soft tabular-nums">{t('length', { count: frames, fps, seconds })}</span>
    </p>
  );
}
