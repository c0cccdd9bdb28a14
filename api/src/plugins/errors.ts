import { AppError, type AppErrorCode, invalidQuery, isAppError } from '@atelier/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Api } from '../api.ts';
import { maxSubmissionBytes } from './bounds.ts';
import { bodyIssues, type Issue, parameterIssues } from './schema-issues.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The sentence of a reply when the route fails through no fault of the request. */
    failure?: string;
  }
}

/** The only place that turns an error into a reply. Unknown errors are logged and masked. */
export function addErrors(api: Api): void {
  api.setErrorHandler((error: FastifyError & { headers?: Record<string, string> }, request, reply) => {
    const known = knownError(error, request);
    // Says how long the file is.
    if (known.code === 'range_not_satisfiable') reply.headers(error.headers ?? {});
    return sendError(request, reply, known);
  });
}

/** A thrown error as an AppError, which the request is marked with. Errors of status 500 and above are logged here. */
export function knownError(error: FastifyError, request: FastifyRequest): AppError {
  const known = withOwnWords(request, toAppError(error, request));
  request.refusedAs = known.code;
  if (isFault(known.status)) request.log.error({ err: error }, 'request failed');
  if (known.code === 'request_aborted') request.log.debug({ err: error }, 'the client went away');
  return known;
}

/** The spec has sentences of their own for some lists that cannot be read, whatever the cause. */
function withOwnWords({ routeOptions }: FastifyRequest, error: AppError): AppError {
  const message = routeOptions.config?.failure;
  if (message === undefined || !isFault(error.status)) return error;
  const { code, details, cause } = error;
  return new AppError(code, { message, details, cause });
}

/** 501 is what standards foresee for what is not offered: nothing has failed. */
export const isFault = (status: number) => status >= 500 && status !== 501;

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  addRetryAfter(reply, error);
  return reply.status(error.status).send(toErrorBody(error, request.id));
}

/** How long a refusal that is over soon, when exactly is unknown, is worth waiting for. */
const usualRetrySeconds = 5;

/** The seconds of the Retry-After header, which every 429 and 503 has; undefined for others. */
export function retryAfter({ status, details }: AppError): number | undefined {
  const { retry_after_seconds: seconds } = details;
  if (typeof seconds === 'number') return Math.max(1, Math.ceil(seconds));
  return status === 429 || status === 503 ? usualRetrySeconds : undefined;
}

export function addRetryAfter(reply: FastifyReply, error: AppError): void {
  const seconds = retryAfter(error);
  if (seconds !== undefined) reply.header('retry-after', seconds);
}

/** The body of every error reply. */
export function toErrorBody(error: AppError, traceId: string) {
  return {
    success: false,
    error: error.message,
    message: error.message,
    code: error.code,
    ...error.details,
    trace_id: traceId,
  };
}

function toAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (isAppError(error)) return error;
  // The client's doing, and its error looks like that of a lost database connection. Nothing receives this reply.
  if (request.raw.destroyed && !request.raw.complete)
    return new AppError('request_aborted', { cause: error });
  if (hasZodFastifySchemaValidationErrors(error)) return fromSchema(error, request);
  const code = byFastifyCode[error.code];
  if (code === 'body_too_large' && request.routeOptions.bodyLimit === maxSubmissionBytes)
    return new AppError(code, { message: uploadFirst });
  if (code) return new AppError(code);
  const condition = byCondition[error.statusCode ?? 0];
  if (condition) return new AppError(condition);
  if (isDatabaseDown(error) || isDiskDown(error)) return new AppError('unavailable', { cause: error });
  return new AppError('internal_error', { cause: error });
}

/** A submission is that large only by the files inside it. */
const uploadFirst =
  'The body is too large; upload files first (POST /api/upload-image-wan-i2v, /api/upload-video or /api/upload-audio) and send their addresses';

/** Codes of refusals by the file server, by status (RFC 9110, 13 and 14). */
const byCondition: Readonly<Record<number, AppErrorCode>> = {
  412: 'precondition_failed',
  416: 'range_not_satisfiable',
};

const byFastifyCode: Readonly<Record<string, AppErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_RATE_LIMITED: 'rate_limited',
};

type SchemaError = FastifyError & {
  validation: {
    instancePath: string;
    keyword?: string;
    message?: string;
    params?: Record<string, unknown>;
  }[];
};

/** A query, path or body of the wrong shape. A malformed id has its own code, so that pages can say "not found". */
function fromSchema(error: FastifyError, request: FastifyRequest): AppError {
  const { validation, validationContext } = error as SchemaError;
  const { schema } = request.routeOptions;
  if (validationContext === 'querystring')
    return withIssues(parameterIssues(validation, schema?.querystring, request.query), 'invalid_query');
  if (validationContext === 'params')
    return withIssues(parameterIssues(validation, schema?.params, request.params), 'validation_failed');
  // No field can be named.
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
    return notAnObject();
  return withIssues(bodyIssues(validation, schema?.body, request.body), 'validation_failed');
}

/** Error of JSON that is valid and no object. */
export const notAnObject = () => new AppError('invalid_json', { message: 'The body must be a JSON object' });

function withIssues(issues: readonly Issue[], code: 'invalid_query' | 'validation_failed'): AppError {
  if (issues.some((issue) => issue.path === 'id')) return new AppError('invalid_id', { details: { issues } });
  return code === 'invalid_query' ? invalidQuery(issues) : new AppError(code, { details: { issues } });
}

/**
 * Connection trouble (08…), a server that is starting or stopping (57P…), too many connections (53300), statements that a
 * pooler has taken away (26000, 42P05), no answer.
 */
function isDatabaseDown(error: { code?: string; message: string }): boolean {
  const code = error.code ?? '';
  if (/^(08|57P|53300|26000|42P05)/.test(code) || code === 'ECONNREFUSED' || code === 'ECONNRESET')
    return true;
  return /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(
    error.message,
  );
}

/** The disk is full, cannot be written, or its folder is away. */
function isDiskDown({ code }: { code?: string }): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOTDIR'].includes(code ?? '');
}
