import { type InputIssue, inputIssue } from '@atelier/catalog';
import { AppError } from '@atelier/contract';
import { findRecipientProblem } from '@atelier/storage';
import type { FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';

const maxLength = 2_000;
const path = 'webhook_url';

type WebhookUrl = { url: string | undefined; issue: InputIssue | undefined };

/**
 * Where a program wants to be told of the end. What can be seen to be closed is refused here; what a name leads to is
 * judged at each sending.
 */
function readWebhookUrl(given: unknown, trustedHosts: readonly string[]): WebhookUrl {
  if (given === undefined || given === null) return { url: undefined, issue: undefined };
  const url = typeof given === 'string' ? (URL.parse(given)?.href ?? '') : '';
  if (url === '' || url.length > maxLength) return refuse('webhook_url_invalid');
  switch (findRecipientProblem(url, { trustedHosts })) {
    case 'no_address':
      return refuse('webhook_url_invalid');
    case 'not_https':
      return refuse('webhook_url_https');
    case 'not_allowed':
      return refuse('webhook_url_not_allowed');
    case undefined:
      return { url, issue: undefined };
  }
}

function refuse(code: 'webhook_url_invalid' | 'webhook_url_https' | 'webhook_url_not_allowed'): WebhookUrl {
  return { url: undefined, issue: inputIssue(path, code) };
}

export type SubmissionFields = {
  key: string | undefined;
  isPublic: boolean;
  webhookUrl: string | undefined;
  issues: InputIssue[];
};

/** The fields that every submission has, whatever its kind. Records are private unless asked otherwise. */
export function readSubmissionFields(
  raw: Readonly<Record<string, unknown>>,
  { idempotencyKey, trustedHosts }: { idempotencyKey: string | undefined; trustedHosts: readonly string[] },
): SubmissionFields {
  const issues: InputIssue[] = [];
  const key = idempotencyKey ?? raw.request_id ?? undefined;
  const isKey = typeof key === 'string' && isUuid(key);
  if (key !== undefined && !isKey) issues.push(inputIssue('request_id', 'request_id_invalid'));
  const isPublic = raw.is_public ?? raw.isPublic ?? false;
  if (typeof isPublic !== 'boolean') issues.push(inputIssue('is_public', 'not_a_boolean'));
  const webhook = readWebhookUrl(raw.webhook_url, trustedHosts);
  if (webhook.issue) issues.push(webhook.issue);
  return {
    key: isKey ? key.toLowerCase() : undefined,
    isPublic: isPublic === true,
    webhookUrl: webhook.url,
    issues,
  };
}

/** What a request says of a submission beside its body. */
export type SubmissionOrigin = {
  /** The header Idempotency-Key; the same thing as `request_id` in the body (ruling 4). */
  idempotencyKey?: string | undefined;
  /** The request's name in the logs. */
  apiRequestId?: string | undefined;
};

export function submissionOrigin(request: FastifyRequest): SubmissionOrigin {
  return { idempotencyKey: request.headers['idempotency-key']?.toString(), apiRequestId: request.id };
}

/** Whether a submission names a price that is not the one it would cost. Without one there is nothing to hold to. */
export function namesOtherPrice(raw: Readonly<Record<string, unknown>>, costCredits: number): boolean {
  const named = raw.expected_cost ?? undefined;
  return named !== undefined && named !== costCredits;
}

/** The button said another price: nothing is charged, and the answer says what it costs now. */
export function priceChanged(raw: Readonly<Record<string, unknown>>, costCredits: number): AppError {
  return new AppError('price_changed', { details: { cost: costCredits, expected_cost: raw.expected_cost } });
}

/** All that is wrong with an input. An address that nobody may fetch from is told as the guard tells it (row 22). */
export function inputRefused(issues: readonly InputIssue[]): AppError {
  const [first] = issues;
  const isAddressOnly = issues.length === 1 && first?.code === 'url_not_allowed';
  if (isAddressOnly) return new AppError('url_not_allowed', { details: { path: first.path, issues } });
  return new AppError('validation_failed', { details: { issues } });
}
