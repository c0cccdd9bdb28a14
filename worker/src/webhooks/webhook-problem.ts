import { isAppError, type WebhookProblem } from '@atelier/contract';

const timeoutNames = new Set(['TimeoutError', 'AbortError']);
const unknownName = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
/** Node's and OpenSSL's words for a certificate that is not good for this host. */
const badCertificate = /^(ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

/** What went wrong between us and a user's server, for that user. */
export function toWebhookProblem(error: unknown): WebhookProblem {
  if (isAppError(error)) return error.code === 'url_not_allowed' ? 'address_not_allowed' : 'internal_error';
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (timeoutNames.has(name)) return 'timeout';
  if (unknownName.has(code)) return 'name_not_found';
  return badCertificate.test(code) ? 'certificate_invalid' : 'connection_failed';
}
