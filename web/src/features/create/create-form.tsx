import type { Kind } from '@atelier/catalog';
import { type FormEvent, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#lib/account/use-account.ts';
import { showToast } from '#ui/show-toast.ts';
import { SwitchField } from '#ui/switch-field.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { FieldList } from './field-list.tsx';
import { findIssues, isFieldFull } from './form-values.ts';
import { GenerateBar } from './generate-bar.tsx';
import { SamplePrompts } from './sample-prompts.tsx';
import { summarizeUploads } from './uploads/upload-item.ts';
import { useDroppedFiles } from './uploads/use-dropped-files.ts';
import { useUploads } from './uploads/use-uploads.ts';
import { useFormValues } from './use-form-values.ts';
import { useGenerateShortcut } from './use-generate-shortcut.ts';
import { usePrefill } from './use-prefill.ts';
import { useSubmit } from './use-submit.ts';
import { VideoLength } from './video-length.tsx';

type CreateFormProps = {
  kind: Kind;
  title: string;
  description: string;
  /** What the address asks to fill in; `onPrefilled` takes it out of there. */
  query: Readonly<Record<string, string>>;
  onPrefilled: () => void;
  onSent: () => void;
};

/** The form of any kind, drawn from its fields. Give it a key per kind. */
export function CreateForm({ kind, title, description, query, onPrefilled, onSent }: CreateFormProps) {
  const { t } = useTranslation('create');
  const account = useAccount();
  const formRef = useRef<HTMLFormElement>(null);
  const { values, isPublic, setValue, changeValue, setValues, setPublic } = useFormValues(kind);
  const uploads = useUploads(kind, values, changeValue);
  const { add, items } = uploads;
  const isFull = useCallback(
    (field: string) => isFieldFull(kind, field, values[field]) || items.some((item) => item.field === field),
    [kind, values, items],
  );
  useDroppedFiles({ kind, isFull, add });
  const { problems, submit, forgetProblems } = useSubmit({ kind, values, isPublic, account });
  usePrefill({ kind, query, setValues, setPublic, onDone: onPrefilled });
  useGenerateShortcut(formRef);

  const change = (name: string, value: unknown) => {
    forgetProblems();
    setValue(name, value);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (summarizeUploads(items).count > 0) showToast(t('upload.pleaseWait'));
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
          afterPrompt={<SamplePrompts onChoose={(text) => change('prompt', text)} />}
        />
        <SwitchField
          name="is_public"
          label={t('public.label')}
          help={t('public.help')}
          isOn={isPublic}
          onChange={setPublic}
        />
        <VideoLength kind={kind} values={values} />
        <AdvancedFields {...fields} />
      </div>
      <GenerateBar
        kind={kind}
        values={values}
        problems={problems}
        account={account}
        uploads={summarizeUploads(items)}
      />
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, name: string | undefined): void {
  const control = name && form?.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
  else if (control instanceof RadioNodeList) (control[0] as HTMLElement | undefined)?.focus();
}
