import { type InputIssue, inputIssue } from '@atelier/catalog';
import { validate as isUuid } from 'uuid';
import { readWebhookUrl } from './read-webhook-url.ts';

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
