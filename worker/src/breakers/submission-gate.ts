import { type SubmitOutcome, verdictRules } from '@atelier/fal';

/** Time after an acceptance in which submissions are sent beside each other. */
const freshMs = 10_000;
/** Time for which a refusal holds for submissions that were on their way to it: a probe comes later. */
const refusedMs = 5_000;

type Leader = { endpoint: string; outcome: Promise<SubmitOutcome>; answeredAtMs: number };

export type SubmissionGate = {
  /** Sends a submission to an endpoint, or answers for it as for the one that was sent before it. */
  run(endpoint: string, submit: () => Promise<SubmitOutcome>): Promise<SubmitOutcome>;
};

/**
 * Lets one submission of this process go first after a pause: hundreds that come together would all be refused by an
 * account that was locked meanwhile, before the first refusal is known. A refusal that opens a breaker at once holds for
 * those that wait for it.
 */
export function createSubmissionGate(now: () => number = () => performance.now()): SubmissionGate {
  let acceptedAtMs = Number.NEGATIVE_INFINITY;
  let first: Leader | undefined;

  async function send(submit: () => Promise<SubmitOutcome>): Promise<SubmitOutcome> {
    const outcome = await submit();
    if (outcome.outcome === 'accepted') acceptedAtMs = now();
    return outcome;
  }

  return {
    async run(endpoint, submit) {
      if (now() - acceptedAtMs < freshMs) return send(submit);
      if (first && now() - first.answeredAtMs < refusedMs) {
        const leader = first;
        const outcome = await leader.outcome.catch(() => undefined);
        return outcome && holdsForAll(outcome, leader.endpoint === endpoint) ? outcome : send(submit);
      }
      const own = { endpoint, outcome: send(submit), answeredAtMs: Number.POSITIVE_INFINITY };
      first = own;
      const outcome = await own.outcome.finally(() => {
        own.answeredAtMs = now();
        if (first === own) first = undefined;
      });
      if (holdsForAll(outcome, true)) first = own;
      return outcome;
    },
  };
}

function holdsForAll(outcome: SubmitOutcome, isSameEndpoint: boolean): boolean {
  return (
    outcome.outcome === 'held' &&
    verdictRules[outcome.verdict.code].threshold === 1 &&
    (outcome.verdict.subject !== 'model' || isSameEndpoint)
  );
}
