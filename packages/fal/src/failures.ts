import type { AppErrorCode } from '@atelier/contract';

/** A refusal of the provider as one of our codes. `detail` is fal's text, for logs and support, never for the user. */
export type Failure = { code: AppErrorCode; detail: string | null };

/**
 * The only reader of fal's error texts (docs/fal.md). Reads the final failure of a request from the status and body of
 * the result call or of an ERROR webhook.
 */
export function readFailure(status: number | undefined, body: unknown): Failure & { detail: string } {
  const detail = describeBody(body) ?? (status === undefined ? 'Unknown error' : `HTTP ${status}`);
  const text = `${typesOf(body).join(' ')} ${detail}`;
  if (text.includes('content_policy_violation')) return { code: 'content_policy', detail };
  if (status === 403 || detail.startsWith('User is locked')) return { code: 'provider_locked', detail };
  if (status === 401) return { code: 'provider_locked', detail };
  if (isServerSide(text)) return { code: 'provider_failed', detail };
  if (typesOf(body).includes('no_media_generated')) return { code: 'no_output', detail };
  if (status === 422 || status === 400 || Array.isArray(detailOf(body)))
    return { code: 'provider_rejected', detail };
  return { code: 'provider_failed', detail };
}

type ErrorWebhook = { payload?: unknown; error?: string | null | undefined };

/** What is stored of an ERROR webhook: its body, and the HTTP status, which fal puts into a sentence only. */
export function keptError({ payload, error }: ErrorWebhook): Record<string, unknown> {
  const isBody = typeof payload === 'object' && payload !== null;
  const body = isBody ? { ...payload } : { detail: error ?? null };
  const [, status] = /^Invalid status code: (\d{3})$/.exec(error ?? '') ?? [];
  return status === undefined ? body : { ...body, http_status: Number(status) };
}

/** Reads what `keptError` returned. */
export function readKeptError(kept: unknown): Failure & { detail: string } {
  const status = (kept as { http_status?: unknown } | null)?.http_status;
  return readFailure(typeof status === 'number' ? status : undefined, kept);
}

/** fal's own rule for its message: `detail`, else `message`, else nothing; lists of `{ msg }` are joined. */
export function describeBody(body: unknown): string | undefined {
  const detail = detailOf(body);
  if (typeof detail === 'string' && detail !== '') return detail;
  if (Array.isArray(detail)) {
    const messages = detail
      .map((entry) => (entry as { msg?: unknown } | null)?.msg)
      .filter((msg) => typeof msg === 'string');
    if (messages.length > 0) return messages.join('; ');
  }
  const message = (body as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

const serverSideTypes =
  /internal_server_error|generation_timeout|downstream_service|runner_|startup_timeout|request_timeout|internal_error/;

function isServerSide(text: string): boolean {
  return serverSideTypes.test(text);
}

function detailOf(body: unknown): unknown {
  return (body as { detail?: unknown } | null | undefined)?.detail;
}

function typesOf(body: unknown): string[] {
  const detail = detailOf(body);
  const types = Array.isArray(detail)
    ? detail.map((entry) => (entry as { type?: unknown } | null)?.type)
    : [];
  const errorType = (body as { error_type?: unknown } | null | undefined)?.error_type;
  return [...types, errorType].filter((type) => typeof type === 'string');
}
