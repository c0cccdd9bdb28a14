import { type SubmitOutcome, verdictRules } from '@atelier/fal';

/** For so long after an acceptance, submissions are sent beside each other. */
const freshMs = 10_000;

export type SubmissionGate = {
  /** Sends a submission to an endpoint, or answers for it as for the one that was sent before it. */
  run(endpoint: string, submit: () => Promise<SubmitOutcome>): Promise<SubmitOutcome>;
};

/**
 * After a pause, lets one submission of this process go first: hundreds that come together would all be refused by an
 * account that was locked meanwhile, before the first refusal is known. A refusal that opens a breaker at once holds for
 * those that wait for it.
 */
export function createSubmissionGate(now: () => number = () => performance.now()): SubmissionGate {
  let acceptedAtMs = Number.NEGATIVE_INFINITY;
  let first: { endpoint: string; outcome: Promise<SubmitOutcome> } | undefined;

  async function send(submit: () => Promise<SubmitOutcome>): Promise<SubmitOutcome> {
    const outcome = await submit();
    if (outcome.outcome === 'accepted') acceptedAtMs = now();
    return outcome;
  }

  return {
    async run(endpoint, submit) {
      if (now() - acceptedAtMs < freshMs) return send(submit);
      if (first) {
        const leader = first;
        const outcome = await leader.outcome.catch(() => undefined);
        const isShared =
          outcome?.outcome === 'held' &&
          verdictRules[outcome.verdict.code].threshold === 1 &&
          (outcome.verdict.subject !== 'model' || leader.endpoint === endpoint);
        return isShared ? outcome : send(submit);
      }
      const own = { endpoint, outcome: send(submit) };
      first = own;
      try {
        return await own.outcome;
      } finally {
        if (first === own) first = undefined;
      }
    },
  };
}
