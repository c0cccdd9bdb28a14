import type { InputIssue } from '@atelier/catalog';
import { AppError } from '@atelier/contract';

/** All that is wrong with an input. An address that nobody may fetch from is told as the guard tells it (row 22). */
export function inputRefused(issues: readonly InputIssue[]): AppError {
  const [first] = issues;
  const isAddressOnly = issues.length === 1 && first?.code === 'url_not_allowed';
  if (isAddressOnly) return new AppError('url_not_allowed', { details: { path: first.path, issues } });
  return new AppError('validation_failed', { details: { issues } });
}
