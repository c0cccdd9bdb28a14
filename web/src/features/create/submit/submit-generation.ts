import { type Kind, type KindInput, parseInput } from '@atelier/catalog';
import { blankGeneration, type CreateReply, type IfDown, type PublicGeneration } from '@atelier/contract';
import { ApiError, readCode } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { realtimeStatus } from '#lib/realtime.ts';
import { serverNow } from '#lib/server-time.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { findSubmitted } from '#product/api/submissions.ts';
import { isExplained } from '#product/dialogs/refusal-dialog.ts';
import {
  addSubmission,
  answerSubmission,
  dropSubmission,
} from '#product/generation/store/generations-store.ts';
import {
  forgetUnsent,
  isUnsentSubmission,
  keepUnsent,
} from '#product/generation/store/unsent-submissions.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { currentProjectId } from '#product/projects/current-project.ts';
import { getCreatePath, getTypeField, isNamedByMode } from '../form-facts.build.ts';
import { madeFrom } from '../prefill/made-from.ts';
import { findIfDown } from '../stand-in-wish.ts';
import { handleRefusal } from './refusals.ts';

export { handleRefusal };

/**
 * Submits a generation's input once more: of one that failed as another generation, of one that was not sent with the
 * same request id, so that it is made once even if the first attempt did arrive. When its kind or the server no longer
 * takes that input, `onRefused` is called instead.
 */
export async function resubmitGeneration(generation: PublicGeneration, onRefused: () => void): Promise<void> {
  const kind = await loadKind(generation.kind);
  const parsed = kind && parseInput(kind, generation.input);
  if (!kind || !parsed?.ok) return onRefused();
  const isUnsent = isUnsentSubmission(generation.id);
  const requestId = isUnsent ? generation.id : newRequestId();
  const submission = {
    kind,
    input: parsed.input,
    isPublic: generation.is_public,
    requestId,
    projectId: generation.project_id,
    retryOf: isUnsent ? undefined : generation.id,
  };
  const sendFor = (expectedCredits: number) => {
    submitGeneration(submission, expectedCredits).catch((error: unknown) => {
      const problems = handleRefusal(error, { ...submission, expectedCredits, sendFor });
      if (problems.length > 0) onRefused();
    });
  };
  sendFor(isUnsent ? generation.credits.cost : kind.price(parsed.input).costCredits);
}

export type Submission = {
  kind: Kind;
  input: KindInput;
  /** Whether the files are public: only when a generation of a program is submitted once more. */
  isPublic: boolean;
  requestId: string;
  /** Project of the generation, by default the one that the forms have chosen; null for none. */
  projectId?: string | null;
  /** The generation that it repeats, whose lineage it gets in place of that of the form. */
  retryOf?: string | undefined;
  /** Wish for the time in which its model is down; by default the wish that is remembered for the kind. */
  ifDown?: IfDown | undefined;
};

/** Fields that are sent otherwise after a refusal. */
type Changed = { intoProject?: string | null; ifDown?: IfDown | undefined };

/**
 * Shows the generation immediately, then sends it at the price that the user saw: at any other, the server refuses.
 * A call that got no answer is repeated once; the request id makes it idempotent. Rejects with the `ApiError`; the card
 * then stays as one that was not sent, unless the form or a dialog says what to change.
 */
export async function submitGeneration(submission: Submission, expectedCredits: number): Promise<void> {
  const { kind, input, isPublic, requestId, retryOf } = submission;
  const wasUnsent = isUnsentSubmission(requestId);
  const { projectId = currentProjectId() ?? null } = submission;
  const draft = draftGeneration({ ...submission, projectId }, expectedCredits);
  addSubmission(draft);
  const wish = submission.ifDown ?? (await findIfDown(kind, input));
  const send = ({ intoProject = projectId, ifDown = wish }: Changed): Promise<CreateReply> =>
    request(`POST ${getCreatePath[kind.medium]}`, {
      body: {
        ...input,
        ...wireNames(kind, input),
        request_id: requestId,
        is_public: isPublic,
        expected_cost: expectedCredits,
        ...(retryOf === undefined ? { made_from: madeFrom(kind) } : { retry_of: retryOf }),
        project_id: intoProject,
        if_down: ifDown,
      },
    });
  try {
    const reply = await sendUntilAnswered(send).catch(async (error: unknown) => {
      // A submission that arrived although its reply was lost is not shown as unsent.
      const arrived = isExplained(error) ? undefined : await findSubmitted(requestId).catch(() => undefined);
      if (arrived) return { generation: arrived };
      throw error;
    });
    answerSubmission(requestId, reply.generation);
    forgetUnsent(requestId);
    // The balance arrives as an event; while disconnected it has to be fetched.
    if (realtimeStatus.get() !== 'connected') void refreshAccount();
  } catch (error) {
    if (wasUnsent || !isExplained(error)) keepUnsent(draft, readCode(error));
    else dropSubmission(requestId);
    throw error;
  }
}

/** Sends once more what got no answer, and without what is gone meanwhile. Its request id makes it idempotent. */
export async function sendUntilAnswered<Reply>(send: (changed: Changed) => Promise<Reply>): Promise<Reply> {
  const isAbout = (error: unknown, name: string) =>
    error instanceof ApiError && error.issues.some(({ path }) => path === name);
  try {
    return await send({});
  } catch (error) {
    if (readCode(error) === 'network_error') return send({});
    // Archived or deleted meanwhile: that does not keep anything from being made.
    if (isAbout(error, 'project_id')) return send({ intoProject: null });
    // The other model does not take these files, or is gone: then its user decides.
    if (isAbout(error, 'if_down')) return send({ ifDown: 'ask' });
    throw error;
  }
}

/** How the body of a creation call names the kind; where there is a single one it is not named. */
export function wireNames(kind: Kind, input: KindInput): Readonly<Record<string, string | undefined>> {
  const { model, mode } = kind.columns(input);
  const field = getTypeField[kind.medium];
  if (field === undefined) return {};
  return isNamedByMode[kind.medium] ? { [field]: mode, model } : { [field]: kind.id };
}

/** Shown until the server's own arrives. */
export function draftGeneration(submission: Submission, costCredits: number): PublicGeneration {
  const { kind, input, isPublic, requestId, projectId = null } = submission;
  const { model, width = null, height = null, prompt = input.prompt } = kind.columns(input);
  return blankGeneration({
    id: requestId,
    kind: kind.id,
    medium: kind.medium,
    created_at: new Date(serverNow()).toISOString(),
    prompt: String(prompt ?? ''),
    negative_prompt: String(input.negative_prompt ?? ''),
    model,
    width,
    height,
    input,
    progress: { expected_seconds: kind.expectedSeconds(input) },
    credits: { cost: costCredits, held: costCredits, settled: 0, released: 0 },
    is_public: isPublic,
    project_id: projectId,
  });
}
