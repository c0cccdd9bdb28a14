import type { Kind, Medium } from '@atelier/catalog';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/account-store.ts';
import { sampleIds } from '#product/generation/sample-prompts.ts';
import { showToast } from '#ui/show-toast.ts';
import { SwitchField } from '#ui/switch-field.tsx';
import { Tiles } from '#ui/tiles.tsx';
import { AdvancedFields, FieldList, VideoLength } from './fields.tsx';
import { findIssues, useFormValues } from './form-values.ts';
import { GenerateBar } from './generate-bar.tsx';
import { usePrefill } from './prefill.ts';
import { useSubmit } from './submit-generation.ts';
import { summarizeUploads } from './uploads/upload-board.ts';
import { useUploads } from './uploads/use-uploads.ts';

type CreateFormProps = {
  /** The kinds that share the page, such as the models of a mode; the user chooses one of them. */
  kinds: readonly [Kind, ...Kind[]];
  title: string;
  description: string;
  /** Values to fill in, from the address; `onPrefilled` removes them from it. */
  query: Readonly<Record<string, string>>;
  onPrefilled: () => void;
  onSent: () => void;
  /** Takes the place of Generate while a result is shown. */
  overrideAction?: { label: string; onPress: () => void };
  /** Rendered below the fields. */
  children?: ReactNode;
};

/** The form of any kind, rendered from its fields. Give it a key per page. */
export function CreateForm(props: CreateFormProps) {
  const { kinds, title, description, query, onPrefilled, onSent, overrideAction, children } = props;
  const { t } = useTranslation('create');
  const account = useAccount();
  const formRef = useRef<HTMLFormElement>(null);
  const form = useFormValues(kinds);
  const { kind, values, isPublic, setValue, changeValue } = form;
  const uploads = useUploads(kind, values, changeValue);
  const { items } = uploads;
  const { problems, namedCredits, submit, forgetProblems } = useSubmit({ ...form, account });
  usePrefill({ kinds, form, query, onDone: onPrefilled });
  useGenerateShortcut(formRef);

  const change = (name: string, value: unknown) => {
    forgetProblems();
    setValue(name, value);
  };
  const chooseModel = (next: Kind) => {
    forgetProblems();
    form.fill(next, {});
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (overrideAction) overrideAction.onPress();
    else if (summarizeUploads(items).count > 0) showToast(t('upload.pleaseWait'));
    else if (submit()) onSent();
    else focusFirst(formRef.current, findIssues(kind, values)[0]?.path);
  };
  const canUsePaidOptions = account.info?.has_ever_paid ?? true;
  const fields = { kind, values, problems, onChange: change, canUsePaidOptions, uploads };

  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="flex min-h-0 flex-col wide:h-full">
      <div className="grid content-start gap-7 p-4 sm:p-6 wide:flex-1 wide:overflow-y-auto">
        <div>
          <h1 className="text-xl font-semibold text-balance">{title}</h1>
          <p className="mt-1 text-sm text-ink-soft text-pretty">{description}</p>
        </div>
        <FieldList
          {...fields}
          section="main"
          afterPrompt={
            <>
              <SamplePrompts medium={kind.medium} onChoose={(text) => change('prompt', text)} />
              <ModelChoice kinds={kinds} chosen={kind} onChoose={chooseModel} />
            </>
          }
        />
        <SwitchField
          name="is_public"
          label={t('public.label')}
          help={t('public.help')}
          isOn={isPublic}
          onChange={form.setPublic}
        />
        <VideoLength kind={kind} values={values} />
        <AdvancedFields {...fields} />
        {children}
      </div>
      <GenerateBar
        kind={kind}
        values={values}
        problems={problems}
        namedCredits={namedCredits}
        account={account}
        uploads={summarizeUploads(items)}
        overrideLabel={overrideAction?.label}
      />
    </form>
  );
}

/** Prompts that fill in the form with one press. */
function SamplePrompts({ medium, onChoose }: { medium: Medium; onChoose: (prompt: string) => void }) {
  const { t } = useTranslation('create');
  const ids = sampleIds[medium];
  if (ids.length === 0) return null;
  return (
    <fieldset className="-mt-4 flex flex-wrap gap-2">
      <legend className="sr-only">{t('samples.label')}</legend>
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          onClick={() => onChoose(t(`samples.${id}.prompt`))}
          className="min-h-8 rounded-full border border-line px-3 text-sm text-ink-soft transition-colors duration-150 hover:border-line-strong hover:text-ink"
        >
          {t(`samples.${id}.title`)}
        </button>
      ))}
    </fieldset>
  );
}

type ModelChoiceProps = { kinds: readonly Kind[]; chosen: Kind; onChoose: (kind: Kind) => void };

/** Chooses between the kinds that share the page; absent when there is only one. */
function ModelChoice({ kinds, chosen, onChoose }: ModelChoiceProps) {
  const { t } = useTranslation('kinds');
  if (kinds.length < 2) return null;
  const choose = (id: string) => {
    const kind = kinds.find((candidate) => candidate.id === id);
    if (kind) onChoose(kind);
  };
  return (
    <Tiles
      name="model"
      label={t('fields.model.label')}
      options={kinds.map(({ id }) => ({ value: id, label: t(`kinds.${id}.title`) }))}
      value={chosen.id}
      onChange={choose}
      help={t(`kinds.${chosen.id}.description`)}
    />
  );
}

/** Ctrl/Cmd+Enter submits the form from anywhere on the page, except while a dialog is open. */
function useGenerateShortcut(formRef: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      formRef.current?.requestSubmit();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [formRef]);
}

function focusFirst(form: HTMLFormElement | null, name: string | undefined): void {
  const control = name && form?.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
  else if (control instanceof RadioNodeList) (control[0] as HTMLElement | undefined)?.focus();
}
