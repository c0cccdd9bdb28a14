import type { Kind } from '@atelier/catalog';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/use-account.ts';
import { showToast } from '#ui/show-toast.ts';
import { SwitchField } from '#ui/switch-field.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { FieldList } from './fields.tsx';
import { findIssues } from './form-values.ts';
import { GenerateBar } from './generate-bar.tsx';
import { ModelChoice } from './model-choice.tsx';
import { SamplePrompts } from './sample-prompts.tsx';
import { summarizeUploads } from './uploads/upload-item.ts';
import { useFormUploads } from './uploads/use-form-uploads.ts';
import { useFormValues } from './use-form-values.ts';
import { useGenerateShortcut } from './use-generate-shortcut.ts';
import { usePrefill } from './use-prefill.ts';
import { useSubmit } from './use-submit.ts';
import { VideoLength } from './video-length.tsx';

type CreateFormProps = {
  /** Those of the page, such as the models of a mode; the user chooses one of them. */
  kinds: readonly [Kind, ...Kind[]];
  title: string;
  description: string;
  /** What the address asks to fill in; `onPrefilled` takes it out of there. */
  query: Readonly<Record<string, string>>;
  onPrefilled: () => void;
  onSent: () => void;
  /** Takes the place of Generate while a result is being looked at. */
  instead?: { label: string; onPress: () => void };
  /** Stands below the fields. */
  children?: ReactNode;
};

/** The form of any kind, drawn from its fields. Give it a key per page. */
export function CreateForm(props: CreateFormProps) {
  const { kinds, title, description, query, onPrefilled, onSent, instead, children } = props;
  const { t } = useTranslation('create');
  const account = useAccount();
  const formRef = useRef<HTMLFormElement>(null);
  const form = useFormValues(kinds);
  const { kind, values, isPublic, setValue, changeValue } = form;
  const uploads = useFormUploads(kind, values, changeValue);
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
    if (instead) instead.onPress();
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
        insteadLabel={instead?.label}
      />
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, name: string | undefined): void {
  const control = name && form?.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
  else if (control instanceof RadioNodeList) (control[0] as HTMLElement | undefined)?.focus();
}
