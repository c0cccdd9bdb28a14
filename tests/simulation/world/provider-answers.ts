// Answers and webhooks of the simulated fal about one request.
export type ProviderRequest = {
  id: string;
  generationId: string;
  attempt: number;
  endpoint: string;
  webhookUrl: URL;
  state: 'queued' | 'running' | 'done' | 'gone';
  images: number;
  /** Its submission was refused all the same. */
  isDenied: boolean;
  outcome: 'ok' | 'part' | 'nothing' | 'error' | 'crash' | 'account';
  /** When it was done. */
  endedAtMs: number | undefined;
};

export function readStatus(request: ProviderRequest | undefined) {
  if (!request || request.state === 'gone') return undefined;
  if (request.state === 'queued') return { state: 'queued', queuePosition: 0 };
  return request.state === 'done' ? { state: 'done' } : { state: 'running', percent: 40 };
}

/** Failures of requests, as `readFailure` of packages/fal reads them. */
const failures = {
  error: { code: 'provider_failed', detail: 'The model failed' },
  crash: { code: 'provider_failed', detail: 'The model crashed', isServerError: true },
  account: { code: 'provider_locked', detail: 'User is locked. Reason: Exhausted balance.' },
};

export function readResult(request: ProviderRequest | undefined) {
  if (request?.state === 'queued' || request?.state === 'running')
    return { ok: false, failure: { code: 'provider_rejected', detail: 'still in progress' }, body: {} };
  if (request && isGood(request)) return { ok: true, result: readOutputs(request) };
  return { ok: false, failure: failures[(request?.outcome ?? 'error') as keyof typeof failures], body: {} };
}

export function isGood({ outcome }: ProviderRequest): boolean {
  return !Object.hasOwn(failures, outcome);
}

const errors: Record<keyof typeof failures, { payload: object; error: string }> = {
  error: { payload: { detail: 'The model failed' }, error: 'failed' },
  crash: {
    payload: { detail: [{ msg: 'The model crashed', type: 'internal_server_error' }] },
    error: 'Invalid status code: 500',
  },
  account: { payload: { detail: failures.account.detail }, error: 'Invalid status code: 403' },
};

/** The body of a webhook, as fal sends it. */
export function describeEnd(request: ProviderRequest): object {
  const failed = isGood(request) ? undefined : errors[request.outcome as keyof typeof failures];
  return {
    request_id: request.id,
    status: failed ? 'ERROR' : 'OK',
    ...(failed ?? { payload: readOutputs(request), error: null }),
  };
}

function readOutputs({ id, images, outcome }: ProviderRequest): Record<string, unknown> {
  const positions = Array.from({ length: outcome === 'nothing' ? 0 : images }, (_, index) => index);
  const url = (index: number) => `https://v3.fal.media/files/${id}/${index}.png`;
  return {
    images: positions.map((index) => ({ url: url(index), content_type: 'image/png' })),
    // A flagged image is not delivered.
    has_nsfw_concepts: positions.map((index) => outcome === 'part' && index === positions.length - 1),
  };
}
