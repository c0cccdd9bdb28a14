import {
  type DescribedIssue,
  describedIssue,
  findKind,
  type Kind,
  type KindInput,
  standInsInReach,
} from '@atelier/catalog';
import type { StandInConsent } from '@atelier/contract';

/**
 * Finds why the kind of a consent could never make a line in place of its own. Returns undefined when it could, or none is
 * named. Files are not looked into.
 */
export function findConsentProblem(
  { kind, input }: { kind: Kind; input: KindInput },
  consent: StandInConsent,
  path = 'if_down',
): DescribedIssue | undefined {
  if (consent.kind === null || consent.max_credits === null) return undefined;
  const other = findKind(consent.kind);
  if (!other) return describedIssue(path, 'stand_in_unknown');
  if (other.id === kind.id) return describedIssue(path, 'stand_in_same');
  if (other.medium !== kind.medium) return describedIssue(path, 'stand_in_medium');
  const canReach = (maxCredits: number) => standInsInReach([other], { kind, input, maxCredits }).length > 0;
  if (canReach(consent.max_credits)) return undefined;
  if (!canReach(Number.POSITIVE_INFINITY)) return describedIssue(path, 'stand_in_unfit');
  return describedIssue(path, 'stand_in_price', { max: consent.max_credits });
}
