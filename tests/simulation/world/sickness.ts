// Faults of fal as a whole for a while: of our account, of fal itself, or of one of its models.
import type { Verdict } from '@atelier/fal';
import type { Scheduler } from '../scheduler.ts';

export const sicknessKinds = [
  /** Submissions are refused, because our account is locked; what runs goes on. */
  'locked',
  /** Every call is refused. */
  'wrong key',
  'unreachable',
  /** Submissions have no answer, and some of them were accepted. */
  'silent',
  'busy model',
  'gone model',
  /** Every result of one model is a crash. */
  'crashing model',
  /** Accepted requests end with an error that is about our account. */
  'locked at the end',
] as const;

export type SicknessKind = (typeof sicknessKinds)[number];
export type Sickness = { kind: SicknessKind; endpoint: string; fromMs: number; toMs: number };

const ofModel: ReadonlySet<SicknessKind> = new Set(['busy model', 'gone model', 'crashing model']);

export type CurrentSickness = (endpoint?: string) => SicknessKind | undefined;

/** Starts and ends the planned ones. Returns which one a call meets, of this endpoint or of none. */
export function startSicknesses(scheduler: Scheduler, planned: readonly Sickness[]): CurrentSickness {
  const current = new Set<Sickness>();
  for (const sickness of planned) {
    const { kind, endpoint, fromMs, toMs } = sickness;
    const what = `         fal: ${kind}${ofModel.has(kind) ? ` ${endpoint}` : ''}`;
    scheduler.at(fromMs, () => {
      current.add(sickness);
      scheduler.note(`${what} begins`);
    });
    scheduler.at(toMs, () => {
      current.delete(sickness);
      scheduler.note(`${what} is over`);
    });
  }
  return (endpoint) =>
    [...current].find((sickness) => !ofModel.has(sickness.kind) || sickness.endpoint === endpoint)?.kind;
}

export type SubmissionAnswer =
  | { outcome: 'accepted'; requestId: string; queuePosition: number }
  | { outcome: 'refused'; failure: { code: string; detail: string } }
  | { outcome: 'held'; verdict: Verdict }
  | { outcome: 'unknown'; detail: string; verdict?: Verdict };

/** Verdicts of submissions that were certainly not accepted. */
const refusals: Partial<Record<SicknessKind, Verdict>> = {
  locked: { subject: 'account', code: 'account_locked', detail: 'HTTP 403: User is locked' },
  'wrong key': { subject: 'account', code: 'key_refused', detail: 'HTTP 401' },
  unreachable: { subject: 'provider', code: 'unreachable', detail: 'ECONNREFUSED' },
  'busy model': { subject: 'model', code: 'busy', detail: 'HTTP 503' },
  'gone model': { subject: 'model', code: 'model_gone', detail: 'HTTP 410' },
};

/** Returns the refusal of a submission; undefined when it is accepted. */
export function refuseSubmission(kind: SicknessKind | undefined): SubmissionAnswer | undefined {
  const verdict = kind && refusals[kind];
  return verdict && { outcome: 'held', verdict };
}

/** Returns an answer that did not come, also for what was accepted. */
export function loseAnswer(detail: string): SubmissionAnswer {
  return { outcome: 'unknown', detail, verdict: { subject: 'provider', code: 'unanswered', detail } };
}
