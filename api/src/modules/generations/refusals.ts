// Errors that a submission is refused with. When each of them is looked for is in prepare-submission.ts.
import {
  type DescribedIssue,
  describedIssue,
  type Kind,
  type KindInput,
  mediumFacts,
  usedPaidOnlyOptions,
} from '@atelier/catalog';
import { AppError } from '@atelier/contract';
import type { NewGeneration, Reservation } from '@atelier/db';

/** Asks for a first purchase, and names the options of the input that need one. A medium may have its own sentence. */
export function upgradeNeeded(kind: Kind, input: KindInput): AppError {
  const options = usedPaidOnlyOptions(kind, input);
  const [option] = options;
  return new AppError('please_upgrade_account', {
    message: mediumFacts[kind.medium].upgradeMessage,
    // `option` is the first of them, for clients that know only one.
    details: option ? { option, options } : {},
  });
}

/** `successor`: the kind to submit instead; null when none follows. */
export function kindClosed({ kind, successor }: { kind: string; successor: string | null }): AppError {
  return new AppError('kind_closed', { details: { kind, successor } });
}

/** The details carry both prices, so that the client can show the new one. */
export function priceChanged(expectedCost: unknown, costCredits: number): AppError {
  return new AppError('price_changed', { details: { cost: costCredits, expected_cost: expectedCost } });
}

export const projectUnknown: DescribedIssue = describedIssue('project_id', 'project_unknown');

export type Refusal = Extract<Reservation, { ok: false }>;

type Limits = Pick<NewGeneration, 'maxRunning' | 'maxWaiting'>;

/** The error that a refused reservation is answered with; `details` are added to those of a refusal that a limit made. */
export function refusalError(
  refusal: Exclude<Refusal, { reason: 'key_used' }>,
  { maxRunning, maxWaiting }: Limits,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  switch (refusal.reason) {
    case 'project_deleted':
      return new AppError('validation_failed', { details: { issues: [projectUnknown] } });
    case 'account_locked':
      return new AppError('account_locked');
    case 'kind_closed':
      return kindClosed(refusal);
    case 'api_key_ended':
      return new AppError('invalid_api_key');
    case 'key_kind_not_allowed':
      return new AppError('key_kind_not_allowed', { details: { kinds: refusal.kinds, ...details } });
    case 'approval_needed':
      return new AppError('approval_needed', { details });
    case 'insufficient_credits':
      return new AppError('insufficient_credits', {
        details: { required: refusal.required, current: refusal.current, ...details },
      });
    case 'too_many_running':
      return new AppError('too_many_running', {
        details: {
          running: refusal.running,
          limit: maxRunning,
          waiting: refusal.waiting,
          waiting_limit: maxWaiting,
          retry_after_seconds: refusal.freeInSeconds,
          ...details,
        },
      });
    case 'daily_cap_reached':
      return new AppError('daily_cap_reached', { details: { ...describeLimit(refusal), ...details } });
    case 'key_budget_reached':
      return new AppError('key_budget_reached', {
        details: { budget: refusal.budget, ...describeLimit(refusal), ...details },
      });
  }
}

type LimitReached = Extract<Refusal, { cap: number }>;

/** `frees_at`: null for a total, which no day frees. */
function describeLimit({ required, cap, spent, freesAt }: LimitReached) {
  return { required, cap, spent, frees_at: freesAt?.toISOString() ?? null };
}
