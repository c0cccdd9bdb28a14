import { AppError } from '@atelier/contract';
import { ApiError } from '@fal-ai/client';
import { connectFalClient, type FalClient, type FalOptions } from './connection.ts';
import { describeBody, type Failure, readFailure } from './failures.ts';
import { followStatus, isAlive } from './follow.ts';
import { type Billed, readBilledUnits } from './platform.ts';
import { type FalProgress, readProgress } from './read-progress.ts';
import { readFileSeconds } from './submission-headers.ts';
import { type Submission, type SubmitOutcome, submitToFal } from './submit.ts';
import { type Operation, ProviderHeldError, readVerdict, type Verdict } from './verdicts.ts';

export type FalRequest = { endpoint: string; requestId: string };
export type FalResult = Billed &
  ({ ok: true; result: unknown } | { ok: false; failure: Failure; body: unknown });

/**
 * fal behind our own interface. Throws AppError provider_unavailable when fal cannot be reached, and ProviderHeldError, which
 * is one, when the answer is about our account, fal or the model.
 */
export type Provider = {
  submit: (submission: Submission) => Promise<SubmitOutcome>;
  /** Returns undefined when fal does not know the request, or no longer. */
  status: (request: FalRequest) => Promise<FalProgress | undefined>;
  /** The statuses as they change, until the end or `signal`. One call to fal for the whole life of a request. */
  follow: (request: FalRequest, signal: AbortSignal) => AsyncIterable<FalProgress>;
  result: (request: FalRequest) => Promise<FalResult>;
  /** `too_late`: it has ended already; `missing`: fal does not know it. */
  cancel: (request: FalRequest) => Promise<'accepted' | 'too_late' | 'missing'>;
  /** Whether fal answers and takes our key; asks for a request that does not exist. */
  isAlive: () => Promise<boolean>;
  /**
   * Uploads an input of a generation to fal's storage, where it ends some time after the deadline, and returns its
   * address. Also throws fal's refusals of the file.
   */
  upload: (file: Blob, options: { deadlineAt: Date }) => Promise<string>;
};

/** Enough for the largest input over a slow connection. */
const uploadTimeoutMs = 90_000;

/** `onVerdict` learns of answers about our account to calls that follow or cancel a request. */
export function createProvider(
  options: FalOptions,
  onVerdict: (verdict: Verdict) => void = () => undefined,
): Provider {
  const { queue, storage } = connectFalClient(options);
  const limit = () => AbortSignal.timeout(options.timeoutMs);
  const toUnavailable = (operation: Operation, error: unknown) => {
    const verdict = error instanceof ApiError ? readVerdict(operation, error) : undefined;
    if (!verdict) return new AppError('provider_unavailable', { cause: error });
    onVerdict(verdict);
    return new ProviderHeldError(verdict, error);
  };
  return {
    submit: (submission) => submitToFal(options, submission),
    upload(file, { deadlineAt }) {
      const expiresSeconds = readFileSeconds(options, deadlineAt);
      return uploadToFal({ storage }, file, { expiresSeconds, timeoutMs: uploadTimeoutMs });
    },

    async status({ endpoint, requestId }) {
      try {
        return readProgress(await queue.status(endpoint, { requestId, logs: true, abortSignal: limit() }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw toUnavailable('follow', error);
      }
    },

    isAlive: () => isAlive(options),

    follow: (request, signal) => followStatus(options, request, signal),

    async result({ endpoint, requestId }) {
      let billed: Billed = {};
      const noting = connectFalClient(options, (headers) => {
        billed = readBilledUnits(headers);
      });
      try {
        const { data } = await noting.queue.result(endpoint, { requestId, abortSignal: limit() });
        return { ok: true, result: data, ...billed };
      } catch (error) {
        const isOfRequest =
          error instanceof ApiError &&
          (error.isUserTimeout || !isTransient(error)) &&
          !readVerdict('result', error);
        if (!isOfRequest) throw toUnavailable('result', error);
        return {
          ok: false,
          failure: readFailure(error.status, error.body, error),
          body: error.body,
          ...billed,
        };
      }
    },

    async cancel({ endpoint, requestId }) {
      try {
        await queue.cancel(endpoint, { requestId, abortSignal: limit() });
        return 'accepted';
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return 'too_late';
        if (error instanceof ApiError && error.status === 404) return 'missing';
        throw toUnavailable('cancel', error);
      }
    },
  };
}

/**
 * Gateway errors and "in progress" are no verdict on the request. A 500 or 504 of the model is one, and has a body in
 * fal's shape; without such a body it came from a server in between.
 */
function isTransient({ status, body }: ApiError<unknown>): boolean {
  if (status === 408 || status === 429 || status === 502 || status === 503) return true;
  if (status >= 500) return describeBody(body) === undefined;
  return status === 400 && describeBody(body)?.includes('in progress') === true;
}

/**
 * Uploads a file to fal's storage and returns its address there; for inputs that fal cannot read from our storage.
 * `file` carries its type; one on disk is not read into memory. Throws AppError: fal's refusal as one of our codes, or
 * provider_unavailable.
 */
async function uploadToFal(
  { storage }: Pick<FalClient, 'storage'>,
  file: Blob,
  { expiresSeconds, timeoutMs }: { expiresSeconds: number; timeoutMs: number },
): Promise<string> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  // The client accepts no signal here.
  const timer = setTimeout(() => reject(new AppError('provider_unavailable')), timeoutMs);
  try {
    return await Promise.race([storage.upload(file, { lifecycle: { expiresIn: expiresSeconds } }), tooLate]);
  } catch (error) {
    const verdict = error instanceof ApiError ? readVerdict('upload', error) : undefined;
    if (verdict) throw new ProviderHeldError(verdict, error);
    if (!(error instanceof ApiError) || error.status === 429)
      throw new AppError('provider_unavailable', { cause: error });
    throw new AppError(readFailure(error.status, error.body).code, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
