// A submission in fal's names: its fields are mapped to our own, and from there it is a submission like every other,
// with the same checks, price, credits and limits. Next: ../generations/submit-generation.ts.
import { type KindInput, mediumFacts, retiredKinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { AppError, type FalDetail, type FalSubmitReply } from '@atelier/contract';
import type { SubmitDeps, Submitter } from '../generations/prepare-submission.ts';
import type { SubmissionOrigin, UnknownKind } from '../generations/read-submission.ts';
import { submitGeneration } from '../generations/submit-generation.ts';
import { findKindFor } from './find-kind-for.ts';
import { refusedDetails, toFalDetails } from './to-fal-details.ts';
import { requestAddresses } from './to-fal-status.ts';

type FalSubmission = {
  endpoint: string;
  webhookUrl: string | undefined;
  body: KindInput;
  origin: SubmissionOrigin;
};

/**
 * Refuses a direct run of a video, whose result takes minutes, before anything is reserved: for calls that cannot be repeated
 * with an idempotency key. Throws fal_call_refused.
 */
export function assertQuick(endpoint: string): void {
  const kind = findKindFor(endpoint, {});
  if (!kind || !mediumFacts[kind.medium].isMoving) return;
  const message =
    'Invalid request: Videos take too long for a direct run: use fal.subscribe() or the queue, or send an Idempotency-Key and repeat the call';
  throw new AppError('fal_call_refused', { message });
}

/**
 * Throws kind_closed for a model that is no longer sold, not_found for one that never was, and what `submitGeneration`
 * throws, with fal's field names.
 */
export async function submitFromFal(
  deps: SubmitDeps & { env: { PUBLIC_URL: string } },
  submitter: Submitter,
  { endpoint, webhookUrl, body, origin }: FalSubmission,
): Promise<FalSubmitReply> {
  const kind = findKindFor(endpoint, body);
  const { raw, refused } = kind ? getProvider(kind).fromRequest(body) : { raw: body, refused: [] };
  if (kind && refused.length > 0) throw invalid(refusedDetails({ kind, body }, refused));
  const submission = { input: raw, fields: { webhook_url: webhookUrl }, origin };
  try {
    const { generation } = await submitGeneration(deps, submitter, {
      ...submission,
      kind: kind ?? unknownModel(endpoint),
    });
    const addresses = requestAddresses(deps.env.PUBLIC_URL, generation);
    return { status: 'IN_QUEUE', ...addresses, queue_position: generation.queue_position ?? 0 };
  } catch (error) {
    const detail = kind && toFalDetails({ kind, body }, error);
    throw detail ? invalid(detail, error) : error;
  }
}

function unknownModel(endpoint: string): UnknownKind {
  const names = Object.keys(retiredKinds).filter((id) => retiredKinds[id]?.endpoint === endpoint);
  const message = `The model ${endpoint} is not offered here`;
  return { names, refusal: new AppError('not_found', { message }) };
}

/** fal's client shows `message`, or the list by field. */
function invalid(detail: readonly FalDetail[], cause?: unknown): AppError {
  const message = detail.map(({ msg }) => msg).join('; ');
  return new AppError('validation_failed', { message, details: { detail }, cause });
}
