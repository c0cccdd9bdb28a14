import type { AppError, AppErrorCode, FalDetail } from '@atelier/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addRetryAfter, knownError } from '../../plugins/errors.ts';

type FalError = {
  status: number;
  detail: string | readonly FalDetail[];
  errorType: string;
  message: string;
  code: string;
  isRetryable?: boolean;
  /** Further fields of the body. */
  more?: Readonly<Record<string, unknown>>;
};

/** fal's error body and headers (docs/fal.md), and our own fields beside them: its client shows `message`. */
export function sendFalError(request: FastifyRequest, reply: FastifyReply, error: FalError): FastifyReply {
  if (!reply.hasHeader('x-fal-request-id')) reply.header('x-fal-request-id', request.id);
  if (error.isRetryable) reply.header('x-fal-retryable', 'true');
  return reply
    .header('x-fal-error-type', error.errorType)
    .status(error.status)
    .send({
      ...error.more,
      detail: error.detail,
      error_type: error.errorType,
      success: false,
      error: error.message,
      message: error.message,
      code: error.code,
      trace_id: request.id,
    });
}

/** Sends every error of these routes in fal's shape, including refusals by hooks that run before the handler. */
export function answerErrorsAsFal(fal: FastifyInstance): void {
  fal.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = knownError(thrown, request);
    addRetryAfter(reply, error);
    return sendFalError(request, reply, toFalError(error));
  });
}

function toFalError(error: AppError): FalError {
  const { detail, ...more } = error.details;
  const fields = detail as FalDetail[] | undefined;
  return {
    // fal has one status for wrong fields, and its client one class of errors for that status.
    status: fields ? 422 : error.status,
    detail: fields ?? error.message,
    errorType: fields?.[0]?.type ?? readType(error),
    message: error.message,
    code: error.code,
    isRetryable: error.isRetryable || error.status === 429,
    more: error.code === 'not_found' ? { ...more, status: 'NOT_FOUND' } : more,
  };
}

const falTypes: Partial<Record<AppErrorCode, string>> = {
  fal_call_refused: 'bad_request',
  invalid_json: 'bad_request',
  invalid_query: 'bad_request',
  unavailable: 'downstream_service_unavailable',
  internal_error: 'internal_error',
};

/** fal's type where it has one (docs/fal.md), otherwise our own code. */
function readType({ code }: AppError): string {
  return falTypes[code] ?? code;
}
