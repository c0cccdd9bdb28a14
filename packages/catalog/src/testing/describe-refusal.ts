import { type DescribedIssue, describeIssue } from '../describe-issue.ts';
import type { FieldCheck } from '../field.ts';

/** The problem of a value that a field does not take, with its sentence. */
export function describeRefusal(checked: FieldCheck<unknown>): DescribedIssue | undefined {
  return checked.ok ? undefined : describeIssue(checked.issue);
}
