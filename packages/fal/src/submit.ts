import { type FalOptions, resolveFalUrl } from './connection.ts';
import { describeBody, type Failure, readFailure } from './failures.ts';
import { readPosition } from './read-progress.ts';
import { requestId } from './webhook.ts';

export type Submission = {
  endpoint: string;
  input: Readonly<Record<string, unknown>>;
  /** Where fal reports the end; absent when fal cannot reach this server. */
  webhookUrl?: string;
};

export type SubmitOutcome =
  | { outcome: 'accepted'; requestId: string; queuePosition: number | null }
  /** Definite: a retry would not change it. */
  | { outcome: 'refused'; failure: Failure }
  /** Certainly not accepted: safe to send again later. */
  | { outcome: 'busy'; detail: string }
  /** May have been accepted. Sending it again could run, and bill, a second request. */
  | { outcome: 'unknown'; detail: string };

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
        'x-fal-queue-priority': 'normal',
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
  const detail = `HTTP ${response.status}: ${describeBody(body) ?? ''}`;
  if (response.status === 429 || response.status === 503) return { outcome: 'busy', detail };
  if (response.status >= 500) return { outcome: 'unknown', detail };
  return { outcome: 'refused', failure: readFailure(response.status, body) };
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function readNetworkError(error: unknown): SubmitOutcome {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  const detail = cause?.message ?? message ?? String(error);
  const code = cause?.code ?? '';
  return { outcome: neverConnected.has(code) ? 'busy' : 'unknown', detail };
}
