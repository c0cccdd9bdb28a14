/** One thing that is wrong with a request: `path` names the field, such as `input.prompt` or `lines.2.prompt`. */
export type Issue = { path: string; message: string; code?: string };

type ErrorFields = {
  code: string;
  message: string;
  status?: number;
  issues?: readonly Issue[];
  retryAfterSeconds?: number;
  details?: Readonly<Record<string, unknown>>;
};

/**
 * Refusal of the site, or a failure to reach it. `code` never changes: it is a code of the API, or `connection_failed`
 * (no reply, after all repetitions), `unexpected_reply` (from something that is not the site), `not_downloadable` or
 * `unknown_file_type`.
 */
export class AtelierError extends Error {
  override readonly name = 'AtelierError';
  readonly code: string;
  /** Status of the reply; undefined when there was none. */
  readonly status: number | undefined;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | undefined;
  /** Other fields of the reply, such as `required` and `current` of `insufficient_credits`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    { code, message, status, issues = [], retryAfterSeconds, details = {} }: ErrorFields,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = details;
  }
}

type Refusal = { code: string; message: string; issues?: Issue[] };

/** Reads the reply to a refused request. */
export function readRefusal(response: Response, body: unknown): AtelierError {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  if (!isRefusal(body))
    return new AtelierError({
      code: 'unexpected_reply',
      message: `${response.url} replied with status ${status}, not as this API does. Is the address right?`,
      status,
      retryAfterSeconds,
    });
  const { code, message, issues, ...rest } = body as Refusal & Record<string, unknown>;
  const { success: _success, error: _error, ...details } = rest;
  return new AtelierError({ code, message, status, issues, retryAfterSeconds, details });
}

function isRefusal(body: unknown): body is Refusal {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
