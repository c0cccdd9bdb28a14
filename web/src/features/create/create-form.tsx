import type { Kind } from '@atelier/catalog';
import { type FormEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { type Account, useAccount } from '#product/account/account-store.ts';
import { LockNotice } from '#product/account/lock-notice.tsx';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { takePressedGenerate } from '#product/generation/actions/pressed-generate.ts';
import { findKindClosure } from '#product/kinds/kind-closures.ts';
import { summarizeUploads } from '#product/uploads/upload-board.ts';
import { classNames } from '#ui/class-names.ts';
import { showToast } from '#ui/show-toast.ts';
import type { PaidOptions } from './controls/control-props.ts';
import { focusField } from './field-problems.ts';
import { AdvancedFields, MainFields } from './fields.tsx';
import { useFollow } from './follow/use-follow.ts';
import { type Notes, useFormNote } from './form-note.ts';
import {
  type Form,
  type FormValues,
  findIssues,
  mayUsePaidOnly,
  openValues,
  pricedInput,
  useFormValues,
} from './form-values.ts';
import { hasModels, ModelPicker, useModelSheet } from './models/model-picker.tsx';
import { usePublishedForm } from './open-form.ts';
import { usePrefill, useReplacedText } from './prefill/use-prefill.ts';
import { GenerateBar } from './submit/generate-bar.tsx';
import { useSubmit } from './submit/use-submit.ts';
import { type Uploads, useUploads } from './uploads/use-uploads.ts';

const Follower = lazyPart(async () => (await import('./follow/follower.tsx')).Follower);

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
  const { onSent, overrideAction, children } = props;
  const { t } = useTranslation('create');
  const account = useAccount();
  const formRef = useRef<HTMLFormElement>(null);
  const { form, notes, board, submission, follow } = useFollowedForm(props, formRef, account);
  const { kind, values, setValue } = form;
  const { problems, submit, setProblems } = submission;
  const uploads = endNote(board, notes);

  const change = (name: string, value: unknown) => {
    setProblems([]);
    notes.clear();
    setValue(name, value);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (overrideAction) overrideAction.onPress();
    else if (findKindClosure(kind.id)?.is_closed) return;
    else if (summarizeUploads(uploads.items).count > 0) showToast(t('upload.pleaseWait'));
    else if (submit()) {
      notes.clear();
      onSent();
    } else focusField(formRef.current, findIssues(kind, values)[0]?.path);
  };
  const paidOptions = usePaidOptions(form, account);
  const chooseModel = (next: Kind) => {
    setProblems([]);
    follow.choose(next);
  };
  const models = { onChoose: chooseModel, onMove: follow.moveTo };
  const openModels = useModelSheet({ chosen: kind, values, ...paidOptions, ...models });
  const fields = { kind, values, problems, onChange: change, paidOptions, uploads };

  return (
    // Or the browser itself would put what an earlier user typed into the prerendered page, on going back to it.
    <form
      ref={formRef}
      noValidate
      autoComplete="off"
      onSubmit={onSubmit}
      data-takes-files
      className="flex min-h-0 flex-col h-full"
    >
      <FieldArea isCovered={notes.note !== undefined}>
        <FormTitle {...props} kind={kind} />
        <LockNotice />
        <MainFields {...fields} models={<ModelPicker chosen={kind} onOpen={openModels} />} />
        <AdvancedFields {...fields} />
        {children}
      </FieldArea>
      <div className="relative z-10">
        <GenerateBar
          {...submission}
          kind={kind}
          values={values}
          account={account}
          uploads={summarizeUploads(uploads.items)}
          overrideLabel={overrideAction?.label}
          onModels={openModels}
        >
          <Suspense fallback={null}>
            <Follower {...follow.follower} />
          </Suspense>
        </GenerateBar>
      </div>
    </form>
  );
}

/** The form with what changes it beside its fields: its address, other forms, files, and a key. */
function useFollowedForm(
  { kind: first, query, onPrefilled }: CreateFormProps,
  formRef: RefObject<HTMLFormElement | null>,
  account: Account,
) {
  const form = useFormValues(first);
  const { kind, values, changeValue } = form;
  const notes = useFormNote();
  const board = useUploads(kind, values, changeValue);
  const submission = useSubmit({ ...form, account });
  const { say } = notes;
  const { typeText, keepBefore } = useReplacedText(formRef, form);
  const isPrefilled = Object.keys(query).length > 0;
  const onRefused = submission.setProblems;
  usePrefill({ form, query, typeText, say, keepBefore, onRefused, onDone: onPrefilled });
  const { path } = first.menu;
  const follow = useFollow({ form, path, uploads: board, notes, keepBefore, isPrefilled });
  usePublishedForm({ form, uploads: board, notes, typeText, keepBefore });
  useGenerateShortcut(formRef);
  useGenerateOnce(formRef, { kind, isFilled: !isPrefilled });
  return { form, notes, board, submission, follow };
}

/** Uploads that the user begins or ends themselves are a change of the form. */
function endNote(uploads: Uploads, { clear }: Notes): Uploads {
  const add: Uploads['add'] = (field, files) => {
    clear();
    uploads.add(field, files);
  };
  const drop: Uploads['drop'] = (id) => {
    clear();
    uploads.drop(id);
  };
  return { ...uploads, add, drop };
}

/** Scrolls by itself on wide screens; `isCovered`: a line lies on its end. */
function FieldArea({ isCovered, children }: { isCovered: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] content-start flex-1 gap-3 overflow-y-auto p-4 lg:px-5',
        isCovered && 'pb-20',
      )}
    >
      {children}
    </div>
  );
}

/** The breadcrumb is the title of every page but that of no kind, which it does not name. */
function FormTitle({ kind, title, description, isGeneric = false }: CreateFormProps) {
  return (
    <>
      <h1 className={isGeneric ? 'text-xl font-semibold text-balance' : 'sr-only'}>{title}</h1>
      {hasModels(kind) && !isGeneric ? null : (
        <p className="text-sm text-ink-soft text-pretty">{description}</p>
      )}
    </>
  );
}

/**
 * Locks the options that need a first payment, for users without one, signed in or not: they show a lock and open the
 * dialog with the price and a pack. None of them stays chosen where there is another.
 */
function usePaidOptions(form: Form, account: Account): PaidOptions {
  const { kind, values, fill } = form;
  const areOpen = mayUsePaidOnly(account);
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
