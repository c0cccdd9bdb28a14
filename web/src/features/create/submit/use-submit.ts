import type { Kind } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, type InputProblem, readCode } from '#lib/api/api-error.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import type { Account } from '#product/account/account-store.ts';
import { type AppDialog, type AskingForm, openDialog } from '#product/dialogs/dialog-store.ts';
import { prepareKindsOfMedium } from '#product/kinds/kinds.ts';
import { showErrorToast, showMessageToast } from '#product/messages/message-toasts.ts';
import { type FormValues, parseForm } from '../form-values.ts';
import { rememberPrompt } from '../prefill/prompt-history.ts';
import type { Submission } from './submit-generation.ts';

// Loads after the first paint, before the connection can be lost: nothing is sent until a user has filled in the form.
const loadSubmit = () => import('./submit-generation.ts');
const loadSubmitTakes = () => import('./submit-takes.ts');

/** A second press of the same form at the same price within this time is a double click. */
const doublePressMs = 700;

type SubmitOptions = {
  kind: Kind;
  values: FormValues;
  account: Account;
  setValues: (values: FormValues) => void;
};

type Submit = {
  /** How many results one press makes. */
  takes: number;
  setTakes: (takes: number) => void;
  problems: readonly InputProblem[];
  /** The price from the server's refusal of these values, where it differs from our own. */
  namedCredits: number | undefined;
  /** Submits the form, or shows what is missing; true when it was submitted. */
  submit: () => boolean;
  setProblems: (problems: readonly InputProblem[]) => void;
};

export function useSubmit({ kind, values, account, setValues }: SubmitOptions): Submit {
  const [takes, setTakes] = useState(1);
  const [problems, setProblems] = useState<readonly InputProblem[]>([]);
  const [named, setNamed] = useState<{ values: FormValues; takes: number; costCredits: number }>();
  const lastPress = useRef({ values, costCredits: 0, atMs: Number.NEGATIVE_INFINITY });
  /** Request id of several results that got no answer, for the next press of the same form. */
  const unanswered = useRef<{ values: FormValues; takes: number; id: string }>(undefined);
  useEffect(() => void loadSubmit().catch(() => undefined), []);
  useShortfall({ kind, values, account, takes });
  const isSameForm = (of: { values: FormValues; takes: number } | undefined) =>
    of?.values === values && of.takes === takes;
  const namedCredits = isSameForm(named) ? named?.costCredits : undefined;

  const send = async (submission: Submission, expectedCredits: number) => {
    const { handleRefusal, submitGeneration } = await loadSubmit();
    const sent =
      takes === 1
        ? submitGeneration(submission, expectedCredits)
        : (await loadSubmitTakes()).submitTakes({ ...submission, takes }, expectedCredits);
    await sent.catch((error: unknown) => {
      const isRepriced = error instanceof ApiError && error.code === 'price_changed';
      if (isRepriced) setNamed({ values, takes, costCredits: error.figure('cost') ?? expectedCredits });
      if (readCode(error) === 'network_error')
        unanswered.current = { values, takes, id: submission.requestId };
      const sendFor = (credits: number) => void send(submission, credits).catch(showErrorToast);
      const { kind, input } = submission;
      setProblems(handleRefusal(error, { kind, input, expectedCredits, sendFor, onApply: setValues }));
    });
  };
  const submit = () => {
    const parsed = parseForm(kind, values);
    setProblems(parsed.ok ? [] : parsed.issues);
    if (!parsed.ok) return false;
    const { input } = parsed;
    const costCredits = namedCredits ?? kind.price(input).costCredits * takes;
    const blocker = findBlocker(account, costCredits, { kind, input, onApply: setValues });
    if (blocker) {
      openDialog(blocker);
      return false;
    }
    const { current: last } = lastPress;
    const isSame = last.values === values && last.costCredits === costCredits;
    if (isSame && performance.now() - last.atMs < doublePressMs) return false;
    lastPress.current = { values, costCredits, atMs: performance.now() };
    rememberPrompt(String(input.prompt ?? ''));
    const repeated = takes > 1 && isSameForm(unanswered.current) ? unanswered.current?.id : undefined;
    // Kept again if it gets no answer once more; after an answer the next press makes others.
    unanswered.current = undefined;
    const requestId = repeated ?? newRequestId();
    send({ kind, input, isPublic: false, requestId }, costCredits).catch(showErrorToast);
    return true;
  };
  return { takes, setTakes, problems, namedCredits, submit, setProblems };
}

function toFirst({ kind, input }: AskingForm): { path: string; prompt: string } {
  return { path: kind.menu.path, prompt: String(input.prompt ?? '') };
}

/** While the form costs more than its user has, the models are loaded that its dialog will offer in its place. */
function useShortfall(form: Omit<SubmitOptions, 'setValues'> & { takes: number }): void {
  const { kind, values, account, takes } = form;
  const left = account.info?.credits.left_credits;
  useEffect(() => {
    const parsed = parseForm(kind, values);
    if (left !== undefined && parsed.ok && kind.price(parsed.input).costCredits * takes > left)
      prepareKindsOfMedium(kind.medium);
  }, [kind, values, left, takes]);
}

/** Submits a generation that failed or was not sent once more, from its card. What is refused goes into the form. */
export function useResubmit(): (generation: PublicGeneration) => void {
  const navigate = useNavigate();
  return useCallback(
    (generation) => {
      const openForm = async () => {
        const { regenerateTarget } = await import('#product/generation/actions/regenerate.ts');
        await navigate(regenerateTarget(generation));
        await showMessageToast('settings_refused');
      };
      loadSubmit()
        .then(({ resubmitGeneration }) =>
          resubmitGeneration(generation, () => void openForm().catch(showErrorToast)),
        )
        .catch(showErrorToast);
    },
    [navigate],
  );
}

/**
 * Finds what blocks a valid form from being submitted, as the dialog that explains it: sign in, a lock by an operator,
 * then the first payment, then the balance. The server re-checks; until the account has loaded, it is the only check.
 */
export function findBlocker(account: Account, costCredits: number, form?: AskingForm): AppDialog | undefined {
  if (account.status === 'anonymous') return { name: 'sign-in', ...(form && { first: toFirst(form) }) };
  if (!account.info) return undefined;
  const { user, has_ever_paid, credits } = account.info;
  if (user.lock) return { name: 'locked' };
  if (!has_ever_paid) return { name: 'upgrade', costCredits };
  if (credits.left_credits >= costCredits) return undefined;
  return { name: 'shortfall', required: costCredits, current: credits.left_credits, form };
}
