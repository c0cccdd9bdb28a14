import type { Field, Kind } from '@atelier/catalog';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { lazyPart, lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import type { TextFoot } from '#ui/text-area.tsx';
import type { PaidOptions } from './controls/control-props.ts';
import { FieldControl } from './controls/field-control.tsx';
import { type FormValues, hasChangedAdvanced, isFilled, isShown } from './form-values.ts';
import { useProblemLabels } from './labels.ts';
import { isInRow, OptionRow } from './models/option-row.tsx';
import { Earlier } from './prompt/earlier.tsx';
import { FirstFrame } from './prompt/first-frame.tsx';
import { PromptTools, takesFirstFrame } from './prompt/prompt-tools.tsx';
import type { Uploads } from './uploads/use-uploads.ts';

const FileNotes = lazyPart(async () => (await import('./uploads/file-notes.tsx')).FileNotes);

const Estimate = lazyPrerendered(async () => (await import('./estimate.tsx')).Estimate);

type FieldsProps = {
  kind: Kind;
  values: FormValues;
  problems: readonly InputProblem[];
  onChange: (name: string, value: unknown) => void;
  paidOptions: PaidOptions;
  uploads: Uploads;
};

/** The fields that are always shown: files, prompt, short lists, and the few others; `models` is rendered below the prompt. */
export function MainFields({ models, ...props }: FieldsProps & { models: ReactNode }) {
  const { kind } = props;
  const names = shownNames(props, 'main');
  const isUpload = (name: string) => kind.fields[name]?.widget.type === 'upload';
  const isText = (name: string) => kind.fields[name]?.widget.type === 'textarea';
  const isOption = (name: string) => isInRow(kind.fields[name]?.widget);
  const isConsent = (name: string) => kind.fields[name]?.widget.type === 'consent';
  const uploads = names.filter(isUpload);
  const texts = names.filter(isText);
  // The first screen has room for these with the files.
  const textRows = 4 - Math.min(uploads.length, 2);
  const isPlaced = [isUpload, isText, isOption, isConsent];
  const others = names.filter((name) => !isPlaced.some((isIt) => isIt(name)));
  return (
    <>
      {uploads.length > 0 ? (
        <div className={uploads.length > 1 ? 'grid grid-cols-2 gap-x-3' : 'grid'}>
          <FieldList {...props} names={uploads} isBeside={uploads.length > 1} />
        </div>
      ) : null}
      <FieldList {...props} names={names.filter(isConsent)} />
      <FieldList {...props} names={texts} textRows={textRows} hasTools />
      {texts.length > 0 ? null : <Earlier hasPrompt={false} />}
      {models}
      <OptionRow {...props} />
      <FieldList {...props} names={others} />
    </>
  );
}

function shownNames({ kind, values }: FieldsProps, section: Field['section']): string[] {
  return Object.entries(kind.fields).flatMap(([name, field]) =>
    field.section === section && isShown(field, values) ? [name] : [],
  );
}

type FieldListProps = FieldsProps & {
  names: readonly string[];
  isBeside?: boolean;
  textRows?: number;
  /** The first of these texts has the tools of a prompt. */
  hasTools?: boolean;
};

/** Fields in the given order. */
function FieldList(props: FieldListProps) {
  const {
    names,
    isBeside = false,
    hasTools = false,
    textRows,
    kind,
    values,
    problems,
    onChange,
    paidOptions,
    uploads,
  } = props;
  const formatLabel = useProblemLabels();
  return names.map((name) => {
    const field = kind.fields[name];
    if (!field) return null;
    const problem = problems.find((candidate) => candidate.path === name);
    return (
      <FieldControl
        key={name}
        name={name}
        kindId={kind.id}
        medium={kind.medium}
        field={field}
        value={values[name]}
        onChange={(value) => onChange(name, value)}
        error={problem && formatLabel(problem)}
        isIdle={isIdle(field, values)}
        isBeside={isBeside}
        textRows={textRows}
        foot={hasTools && name === names[0] ? promptFoot(kind) : undefined}
        note={
          isFilled(values[name]) && field.widget.type === 'upload' ? (
            <Suspense fallback={null}>
              <FileNotes kind={kind} values={values} name={name} uploads={uploads} onChange={onChange} />
            </Suspense>
          ) : undefined
        }
        paidOptions={paidOptions}
        uploads={uploads}
      />
    );
  });
}

function promptFoot(kind: Kind): TextFoot {
  return {
    tools: <PromptTools kind={kind} />,
    above: takesFirstFrame(kind) ? <FirstFrame /> : undefined,
  };
}

function isIdle({ effectNeeds }: Field, values: FormValues): boolean {
  return effectNeeds !== undefined && !(Number(values[effectNeeds]) > 0);
}

/** The collapsible section. Opens when one of its fields has a problem. */
export function AdvancedFields(props: FieldsProps) {
  const { t } = useTranslation('create');
  const { kind, values, problems } = props;
  const names = shownNames(props, 'advanced');
  const hasChanged = hasChangedAdvanced(kind, values);
  const own = problems.filter((problem) => names.includes(problem.path));
  return (
    <Collapsible
      title={t('advanced.title')}
      dotLabel={hasChanged ? t('advanced.changed') : undefined}
      scrollsIntoView
      opensWhen={own.length > 0}
    >
      <div className="grid gap-6">
        {own.length > 0 ? <ProblemsHere problems={own} /> : null}
        <FieldList {...props} names={names} />
        <Suspense fallback={<div className="h-6" />}>
          <Estimate kind={kind} values={values} />
        </Suspense>
      </div>
    </Collapsible>
  );
}

/** Lists the problems of a long section, of which the window shows a part. */
function ProblemsHere({ problems }: { problems: readonly InputProblem[] }) {
  const { t } = useTranslation('create');
  const formatLabel = useProblemLabels();
  return (
    <div className="rounded-md bg-danger-soft px-4 py-2 text-sm">
      <p id="advanced-problems" className="font-medium text-danger-text">
        {t('problems.title')}
      </p>
      <ul aria-labelledby="advanced-problems" className="mt-1 list-disc pl-5">
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.code}`}>{formatLabel(problem)}</li>
        ))}
      </ul>
    </div>
  );
}
