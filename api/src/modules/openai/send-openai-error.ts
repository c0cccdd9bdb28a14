import type { AppError } from '@atelier/contract';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { addRetryAfter, knownError } from '../../plugins/errors.ts';

type OpenAiError = { status: number; message: string; code: string; param?: string | null };

/** Our names of fields, as requests in OpenAI's shape have them. */
const params: Readonly<Record<string, string>> = {
  num_images: 'n',
  image_size: 'size',
  aspect_ratio: 'size',
  image_url: 'image',
  image_urls: 'image',
  mask_url: 'mask',
};

/** The body of OpenAI's errors. Their clients send again on their own, and a second generation would be paid, too. */
export function sendOpenAiError(
  reply: FastifyReply,
  { status, message, code, param = null }: OpenAiError,
  mayRepeat = false,
): FastifyReply {
  const error = { message, type: describeType(status), param, code };
  return reply.header('x-should-retry', String(mayRepeat)).status(status).send({ error });
}

/** Sends every error of these routes in OpenAI's shape, including refusals by hooks that run before the handler. */
export function answerErrorsAsOpenAi(api: FastifyInstance): void {
  api.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = knownError(thrown, request);
    addRetryAfter(reply, error);
    const { status, message, code } = error;
    // Nothing was reserved, and it may be tried again.
    const mayRepeat = error.isRetryable || status === 429;
    const [issue] = listIssues(error);
    const [path = null] = issue ? issue.path.split('.') : [];
    const param = path && (params[path] ?? path);
    const { approval } = error.details as { approval?: { url: string } };
    const text = approval ? `${message}: ${approval.url}` : (issue?.message ?? message);
    return sendOpenAiError(reply, { status, message: text, code, param }, mayRepeat);
  });
}

function listIssues({ details }: AppError): { path: string; message: string }[] {
  return (details.issues as { path: string; message: string }[] | undefined) ?? [];
}

function describeType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 402) return 'insufficient_quota';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
