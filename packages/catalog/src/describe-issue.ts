import { type InputIssue, type InputMessageCode, inputIssue, type MessageParams } from './issues.ts';
import { inputMessages } from './messages.ts';

/** A problem of an input as the API answers it: with its English sentence. */
export type DescribedIssue = InputIssue & { message: string };

/** Fills in the `{name}` placeholders. A placeholder without a parameter stays visible, so that tests can find it. */
export function formatMessage(code: InputMessageCode, params: MessageParams = {}): string {
  return inputMessages[code].replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

export function describeIssue(issue: InputIssue): DescribedIssue {
  return { ...issue, message: formatMessage(issue.code, issue.params) };
}

export function describedIssue(...parts: Parameters<typeof inputIssue>): DescribedIssue {
  return describeIssue(inputIssue(...parts));
}
