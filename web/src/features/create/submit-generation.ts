import { findKind, type Kind, type KindInput, type Medium, parseInput } from '@atelier/catalog';
import {
  type ApiCallName,
  blankGeneration,
  type CreateReply,
  type PublicGeneration,
} from '@atelier/contract';
import { useRef, useState } from 'react';
import { ApiError, type InputProblem } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { realtimeStatus } from '#lib/realtime.ts';
import type { Account } from '#product/account/account-store.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { addSubmission, answerSubmission, dropSubmission } from '#product/generation/generations-store.ts';
import type { FormValues } from './form-values.ts';
import { findBlocker, handleRefusal } from './refusals.ts';

/** A second press of the same form within this time is a double click. */
const doublePressMs = 700;

type SubmitOptions = {
  kind: Kind;
  values: FormValues;
  isPublic: boolean;
  account: Account;
  setValues: (values: FormValues) => void;
};

type Submit = {
  problems: readonly InputProblem[];
  /** The price from the server's refusal of these values, where it differs from our own. */
  namedCredits: number | undefined;
  /** Submits the form, or shows what is missing; true when it was submitted. */
  submit: () => boolean;
  forgetProblems: () => void;
};

export function useSubmit({ kind, values, isPublic, account, setValues }: SubmitOptions): Submit {
  const [problems, setProblems] = useState<readonly InputProblem[]>([]);
  const [named, setNamed] = useState<{ values: FormValues; costCredits: number }>();
  const lastPress = useRef({ values, atMs: Number.NEGATIVE_INFINITY });
  const namedCredits = named?.values === values ? named.costCredits : undefined;

  const send = (input: KindInput, expectedCredits: number) => {
    submitGeneration({ kind, input, isPublic }, expectedCredits).catch((error: unknown) => {
      const isRepriced = error instanceof ApiError && error.code === 'price_changed';
      if (isRepriced) setNamed({ values, costCredits: error.figure('cost') ?? expectedCredits });
      const sendFor = (costCredits: number) => send(input, costCredits);
      setProblems(handleRefusal(error, { kind, input, expectedCredits, sendFor, onApply: setValues }));
    });
  };
  const submit = () => {
    const parsed = parseInput(kind, values);
    setProblems(parsed.ok ? [] : parsed.issues);
    if (!parsed.ok) return false;
    const { input } = parsed;
    const costCredits = namedCredits ?? kind.price(input).costCredits;
    const blocker = findBlocker(account, costCredits, { kind, input, onApply: setValues });
    if (blocker) {
      openDialog(blocker);
      return false;
    }
    const isDoublePress =
      lastPress.current.values === values && performance.now() - lastPress.current.atMs < doublePressMs;
    if (isDoublePress) return false;
    lastPress.current = { values, atMs: performance.now() };
    send(input, costCredits);
    return true;
  };
  return { problems, namedCredits, submit, forgetProblems: () => setProblems([]) };
}

/** Submits a failed generation's input once more. False when its kind no longer accepts that input. */
export function resubmitGeneration({ kind: kindId, input, is_public }: PublicGeneration): boolean {
  const kind = findKind(kindId);
  const parsed = kind && parseInput(kind, input);
  if (!kind || !parsed?.ok) return false;
  const submission: Submission = { kind, input: parsed.input, isPublic: is_public };
  const sendFor = (expectedCredits: number) => {
    submitGeneration(submission, expectedCredits).catch((error: unknown) =>
      handleRefusal(error, { ...submission, expectedCredits, sendFor }),
    );
  };
  sendFor(kind.price(parsed.input).costCredits);
  return true;
}

type Submission = { kind: Kind; input: KindInput; isPublic: boolean };

/**
 * Shows the generation immediately, then sends it at the price that the user saw: at any other, the server refuses.
 * A call that got no answer is repeated once; the request id makes it idempotent. Rejects with the `ApiError`, after
 * removing the card.
 */
async function submitGeneration(submission: Submission, expectedCredits: number): Promise<void> {
  const { kind, input, isPublic } = submission;
  const requestId = newRequestId();
  addSubmission(draftGeneration(submission, requestId));
  const send = (): Promise<CreateReply> =>
    request(creationCalls[kind.medium], {
      body: {
        ...input,
        ...wireNames(kind, input),
        request_id: requestId,
        is_public: isPublic,
        expected_cost: expectedCredits,
      },
    });
  try {
    const reply = await send().catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'network_error') return send();
      throw error;
    });
    answerSubmission(requestId, reply.generation);
    // The balance arrives as an event; while disconnected it has to be fetched.
    if (realtimeStatus.get() !== 'connected') void refreshAccount();
  } catch (error) {
    dropSubmission(requestId);
    throw error;
  }
}

const creationCalls = {
  video: 'POST /api/wan/createVideo',
  image: 'POST /api/wan/createImage',
  audio: 'POST /api/wan/createAudio',
  text: 'POST /api/image-understanding/create',
} as const satisfies Record<Medium, ApiCallName>;

/** How the body of a creation call names the kind; a medium with a single kind does not name it. */
export function wireNames(kind: Kind, input: KindInput): Readonly<Record<string, string | undefined>> {
  const { model, mode } = kind.columns(input);
  switch (kind.medium) {
    case 'video':
      return { video_generation_type: kind.id };
    case 'image':
      return { image_generation_type: mode, model };
    case 'audio':
    case 'text':
      return {};
  }
}

/** Shown until the server's own arrives. */
export function draftGeneration(submission: Submission, requestId: string): PublicGeneration {
  const { kind, input, isPublic } = submission;
  const { model, width = null, height = null, prompt = input.prompt } = kind.columns(input);
  const cost = kind.price(input).costCredits;
  return blankGeneration({
    id: requestId,
    kind: kind.id,
    medium: kind.medium,
    created_at: new Date().toISOString(),
    prompt: String(prompt ?? ''),
    negative_prompt: String(input.negative_prompt ?? ''),
    model,
    width,
    height,
    input,
    progress: { expected_seconds: kind.expectedSeconds(input) },
    credits: { cost, held: cost, settled: 0, released: 0 },
    is_public: isPublic,
  });
}
