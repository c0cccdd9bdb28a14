import type { Kind } from '@atelier/catalog';
import { type FormEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { type Account, useAccount } from '#product/account/account-store.ts';
import { LockNotice } from '#product/account/lock-notice.tsx';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { takePressedGenerate } from '#product/generation/actions/pressed-generate.ts';
import { findKindClosure } from '#product/kinds/kind-closures.ts';
import { isSet } from '#product/media-facts.build.ts';
import { showToast } from '#ui/show-toast.ts';
import type { PaidOptions } from './controls/control-props.ts';
import { AdvancedFields, MainFields } from './fields.tsx';
import {
  type Form,
  type FormValues,
  findIssues,
  openValues,
  pricedInput,
  useFormValues,
} from './form-values.ts';
import { hasModels, ModelPicker } from './models/model-picker.tsx';
import { useArrivalToasts, usePrefill, useReplacedText } from './prefill/use-prefill.ts';
import { GenerateBar } from './submit/generate-bar.tsx';
import { useSubmit } from './submit/use-submit.ts';
import { summarizeUploads } from './uploads/upload-board.ts';
import { useUploads } from './uploads/use-uploads.ts';

const Samples = lazyPrerendered(async () => {
  const [{ Samples }] = await Promise.all([import('./samples.tsx'), loadMessages('samples')]);
  return Samples;
});

type CreateFormProps = {
  /** The kind to begin with; the user may choose another one of the same page. */
  kind: Kind;
  title: string;
  description: string;
  /** The title names no kind, so that the description is no repetition of the chosen model's. */
  isGeneric?: boolean | undefined;
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
  const { query, onPrefilled, onSent, overrideAction, children } = props;
  const { t } = useTranslation('create');
  const account = useAccount();
  const formRef = useRef<HTMLFormElement>(null);
  const form = useFormValues(props.kind);
  const { kind, values, setValue, changeValue } = form;
  const uploads = useUploads(kind, values, changeValue);
  const { problems, namedCredits, submit, setProblems } = useSubmit({ ...form, account });
  const { typeText, onReplaced, replacePrompt } = useReplacedText(formRef, form);
  usePrefill({ form, query, typeText, onReplaced, onRefused: setProblems, onDone: onPrefilled });
  useArrivalToasts(form, Object.keys(query).length > 0, onReplaced);
  useGenerateShortcut(formRef);
  useGenerateOnce(formRef, { kind, isFilled: Object.keys(query).length === 0 });

  const change = (name: string, value: unknown) => {
    setProblems([]);
    setValue(name, value);
  };
  const chooseModel = (next: Kind) => {
    setProblems([]);
    form.fill(next, {});
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (overrideAction) overrideAction.onPress();
    else if (findKindClosure(kind.id)?.is_closed) return;
    else if (summarizeUploads(uploads.items).count > 0) showToast(t('upload.pleaseWait'));
    else if (submit()) onSent();
    else focusFirst(formRef.current, findIssues(kind, values)[0]?.path);
  };
  const paidOptions = usePaidOptions(form, account);
  const isLocked = ({ isPro }: { isPro: boolean }) => isPro && !paidOptions.areOpen;
  const hasFiles = Object.values(kind.fields).some(({ widget }) => widget.type === 'upload');
  const fields = { kind, values, problems, onChange: change, paidOptions, uploads };

  return (
    // Or the browser itself would put what an earlier user typed into the prerendered page, on going back to it.
    <form
      ref={formRef}
      noValidate
      autoComplete="off"
      onSubmit={onSubmit}
      className="flex min-h-0 flex-col wide:h-full"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 sm:px-6 wide:flex-1 wide:gap-3 wide:overflow-y-auto">
        <FormTitle {...props} kind={kind} />
        <LockNotice />
        <MainFields
          {...fields}
          afterPrompt={
            <>
              <Suspense fallback={<div className={hasFiles || !isSet[kind.medium] ? 'h-18' : 'h-32'} />}>
                <Samples kind={kind} uploads={uploads} onChoose={replacePrompt} />
              </Suspense>
              <ModelPicker chosen={kind} isLocked={isLocked} onChoose={chooseModel} />
            </>
          }
        />
        <AdvancedFields {...fields} />
        {children}
      </div>
      <GenerateBar
        kind={kind}
        values={values}
        problems={problems}
        namedCredits={namedCredits}
        account={account}
        uploads={summarizeUploads(uploads.items)}
        overrideLabel={overrideAction?.label}
      />
    </form>
  );
}

function FormTitle({ kind, title, description, isGeneric = false }: CreateFormProps) {
  return (
    <div>
      <h1 className="text-xl font-semibold text-balance">{title}</h1>
      {hasModels(kind) && !isGeneric ? null : (
        <p className="mt-1 text-sm text-ink-soft text-pretty">{description}</p>
      )}
    </div>
  );
}

/**
 * Locks the options that need a first payment, for users without one, signed in or not: they show a lock and open the
 * dialog with the price and a pack. None of them stays chosen where there is another.
 */
function usePaidOptions(form: Form, account: Account): PaidOptions {
  const { kind, values, fill } = form;
  const areOpen = account.info?.has_ever_paid ?? account.status !== 'anonymous';
  useEffect(() => {
    if (areOpen) return;
    const changes = openValues(kind, values);
    if (Object.keys(changes).length > 0) fill(kind, changes);
  }, [areOpen, kind, values, fill]);

  const onLocked = (name: string, value: unknown, option: string) => {
    const input: FormValues = { ...values, [name]: value };
    const { costCredits } = kind.price(pricedInput(kind, input));
    openDialog({ name: 'upgrade', options: [option], costCredits });
  };
  return { areOpen, onLocked };
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

/** Submits the form once it is filled in, if the user has pressed Generate on another page. */
function useGenerateOnce(
  formRef: RefObject<HTMLFormElement | null>,
  { kind, isFilled }: { kind: Kind; isFilled: boolean },
): void {
  const isPending = useRef(false);
  useEffect(() => {
    // A form that opens without anything to fill in is not the one that was meant.
    if (takePressedGenerate(kind.menu.path)) isPending.current = !isFilled;
    if (!isFilled || !isPending.current) return;
    isPending.current = false;
    formRef.current?.requestSubmit();
  }, [kind.menu.path, isFilled, formRef]);
}

function focusFirst(form: HTMLFormElement | null, name: string | undefined): void {
  const control = name && form?.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
  else if (control instanceof RadioNodeList) (control[0] as HTMLElement | undefined)?.focus();
}
