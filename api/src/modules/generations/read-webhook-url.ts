import { type InputIssue, inputIssue } from '@atelier/catalog';
import { findRecipientProblem } from '@atelier/storage';

const maxLength = 2_000;
const path = 'webhook_url';

type WebhookUrl = { url: string | undefined; issue: InputIssue | undefined };

/**
 * Where a program wants to be told of the end. What can be seen to be closed is refused here; what a name leads to is
 * judged at each sending.
 */
export function readWebhookUrl(given: unknown, trustedHosts: readonly string[]): WebhookUrl {
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
