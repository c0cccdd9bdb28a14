import { type FalOptions, resolveFalUrl } from './connection.ts';
import { type Failure, readFailure } from './failures.ts';
import { readPosition } from './read-progress.ts';
import { buildSubmissionHeaders } from './submission-headers.ts';
import { type Answer, readVerdict, type Verdict } from './verdicts.ts';
import { requestId } from './webhook.ts';

export type Submission = {
  endpoint: string;
  input: Readonly<Record<string, unknown>>;
  /** Where fal reports the end; absent when fal cannot reach this server. */
  webhookUrl?: string;
  /** When we give up: fal must not begin after it. */
  deadlineAt: Date;
};

export type SubmitOutcome =
  | { outcome: 'accepted'; requestId: string; queuePosition: number | null }
  /** The request was refused: a retry would not change it. */
  | { outcome: 'refused'; failure: Failure }
  /** Certainly not accepted, because of the account, the provider or the model: it is to wait. */
  | { outcome: 'held'; verdict: Verdict }
  /**
   * May have been accepted. Sending it again could run, and bill, a second request. Also shows that the provider may be
   * down.
   */
  | { outcome: 'unknown'; detail: string; verdict?: Verdict };

/**
 * Submits once. Not through the client: it retries the POST on 429, 502, 503, 504 and network errors, and that cannot be
 * switched off. fal has no idempotency key, so each retry may be a second request.
 */
export async function submitToFal(options: FalOptions, submission: Submission): Promise<SubmitOutcome> {
  const url = new URL(resolveFalUrl(`https://queue.fal.run/${submission.endpoint}`, options.baseUrl));
  if (submission.webhookUrl) url.searchParams.set('fal_webhook', submission.webhookUrl);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
      headers: {
        authorization: `Key ${options.key}`,
        'content-type': 'application/json',
        accept: 'application/json',
        ...buildSubmissionHeaders(options, submission.deadlineAt),
      },
      body: JSON.stringify(submission.input),
    });
    return await readAnswer(response);
  } catch (error) {
    return readNetworkError(error);
  }
}

async function readAnswer(response: Response): Promise<SubmitOutcome> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const { request_id: id, queue_position: position } = (body ?? {}) as Record<string, unknown>;
    if (!requestId.safeParse(id).success)
      return { outcome: 'unknown', detail: 'The answer has no request_id' };
    return { outcome: 'accepted', requestId: String(id), queuePosition: readPosition(position) };
  }
  return readRefusal({ status: response.status, body });
}

function readRefusal(answer: Answer): SubmitOutcome {
  const { isDefinite = true, ...verdict } = readVerdict('submit', answer) ?? {};
  if ('subject' in verdict) {
    return isDefinite
      ? { outcome: 'held', verdict }
      : { outcome: 'unknown', detail: verdict.detail, verdict };
  }
  return 'status' in answer
    ? { outcome: 'refused', failure: readFailure(answer.status, answer.body) }
    : { outcome: 'unknown', detail: answer.detail };
}

function readNetworkError(error: unknown): SubmitOutcome {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  const detail = cause?.message ?? message ?? String(error);
  return readRefusal({ networkCode: cause?.code ?? '', detail });
}
