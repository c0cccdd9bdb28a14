import { createHash } from 'node:crypto';
import { type InputIssue, inputIssue, type Kind, type KindInput } from '@atelier/catalog';
import { AppError } from '@atelier/contract';
import type { GenerationSource, NewGeneration } from '@atelier/db';
import { findRecipientProblem } from '@atelier/storage';
import type { FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';

type Body = Readonly<Record<string, unknown>>;

/** What a request says about a submission outside its body. */
export type SubmissionOrigin = {
  /** The Idempotency-Key header. It means the same as `request_id` in the body and takes precedence. */
  idempotencyKey?: string | undefined;
  /** The request's id in the logs. */
  apiRequestId?: string | undefined;
};

export function submissionOrigin(request: FastifyRequest): SubmissionOrigin {
  return { idempotencyKey: request.headers['idempotency-key']?.toString(), apiRequestId: request.id };
}

/** What is stored of the fields that every submission has, whatever its kind. */
type SubmissionOptions = Pick<NewGeneration, 'isPublic' | 'webhookUrl' | 'projectId' | 'retryOf'>;

export type SubmissionFields = {
  key: string | undefined;
  options: SubmissionOptions;
  sources: GenerationSource[];
  issues: InputIssue[];
};

/** The fields that every submission has, whatever its kind. Generations are private by default. */
export function readSubmissionFields(
  raw: Body,
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
  const projectId = raw.project_id ?? undefined;
  const isProjectId = typeof projectId === 'string' && isUuid(projectId);
  if (projectId !== undefined && !isProjectId) issues.push(inputIssue('project_id', 'project_unknown'));
  return {
    key: isKey ? key.toLowerCase() : undefined,
    options: {
      isPublic: isPublic === true,
      webhookUrl: webhook.url,
      projectId: isProjectId ? projectId : undefined,
      retryOf: readId(raw.retry_of),
    },
    sources: readMadeFrom(raw.made_from),
    issues,
  };
}

/** The generation whose settings filled the form. */
function readMadeFrom(given: unknown): GenerationSource[] {
  const sourceId = readId(given);
  return sourceId === undefined ? [] : [{ relation: 'settings', sourceId }];
}

/** Names a part of the lineage, which changes nothing of the result, so that what is no id is ignored. */
function readId(given: unknown): string | undefined {
  return typeof given === 'string' && isUuid(given) ? given : undefined;
}

/**
 * What makes two requests the same: what they mean, not how they were written. The webhook address is part of it, because
 * the second caller would otherwise wait for a message that goes to the first one's address. The project is not: it can be
 * changed at any time, and nothing is made differently in it.
 */
export function fingerprint(
  kind: Kind,
  input: KindInput,
  { isPublic, webhookUrl }: SubmissionOptions,
): Buffer {
  const meaning = [kind.id, input, isPublic, ...(webhookUrl === undefined ? [] : [webhookUrl])];
  return createHash('sha256').update(JSON.stringify(meaning)).digest();
}

const maxWebhookUrlLength = 2_000;

type WebhookUrl = { url: string | undefined; issue: InputIssue | undefined };

/** Refuses addresses that are visibly private. What a host name resolves to is checked at each delivery. */
function readWebhookUrl(given: unknown, trustedHosts: readonly string[]): WebhookUrl {
  if (given === undefined || given === null) return { url: undefined, issue: undefined };
  const url = typeof given === 'string' ? (URL.parse(given)?.href ?? '') : '';
  if (url === '' || url.length > maxWebhookUrlLength) return refuse('webhook_url_invalid');
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
  return { url: undefined, issue: inputIssue('webhook_url', code) };
}

/** Whether the request expects another price than the current one. `expected_cost` is optional. */
export function expectsOtherPrice(raw: Body, costCredits: number): boolean {
  const expected = raw.expected_cost ?? undefined;
  return expected !== undefined && expected !== costCredits;
}

/** The details carry both prices, so that the client can show the new one. */
export function priceChanged(raw: Body, costCredits: number): AppError {
  return new AppError('price_changed', { details: { cost: costCredits, expected_cost: raw.expected_cost } });
}

/** All issues of an input as one error. A forbidden address alone keeps the code of the SSRF guard, as for later fetches. */
export function inputRefused(issues: readonly InputIssue[]): AppError {
  const [first] = issues;
  const isAddressOnly = issues.length === 1 && first?.code === 'url_not_allowed';
  if (isAddressOnly) return new AppError('url_not_allowed', { details: { path: first.path, issues } });
  return new AppError('validation_failed', { details: { issues } });
}
