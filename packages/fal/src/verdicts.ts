import { AppError } from '@atelier/contract';
import { describeBody, isAboutAccount } from './failures.ts';

/** Calls of fal whose answers are read here. */
export type Operation = 'submit' | 'upload' | 'follow' | 'result' | 'cancel';

/** Answer of fal, or how the call of it failed. */
export type Answer = { status: number; body: unknown } | { networkCode: string; detail: string };

/**
 * Subject of an answer that is not about the request: our account at fal, fal as a whole, or one model. Such an answer
 * says nothing about a generation, which then waits.
 */
export type Verdict = { subject: 'account' | 'provider' | 'model'; code: VerdictCode; detail: string };

type Rule = {
  subject: Verdict['subject'];
  /** Operations of which it holds; all without it. */
  of?: readonly Operation[];
  matches: (answer: { status: number; text: string; networkCode: string }) => boolean;
  /** Whether the call was certainly not carried out; else it may have been. */
  isDefinite: boolean;
  /** How many in a row, without a success in between, show that it is no accident. */
  threshold: number;
};

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Rules of what an answer is about, of which the first that matches decides. An answer without one is about the request. */
export const verdictRules = {
  // A result can quote such words of another service, which is why its own reader decides about those.
  account_locked: {
    subject: 'account',
    of: ['submit', 'upload', 'follow', 'cancel'],
    matches: ({ status, text }) => status === 402 || (status >= 400 && isAboutAccount(text)),
    isDefinite: true,
    threshold: 1,
  },
  key_refused: {
    subject: 'account',
    matches: ({ status }) => status === 401,
    isDefinite: true,
    threshold: 1,
  },
  model_gone: {
    subject: 'model',
    of: ['submit'],
    matches: ({ status }) => status === 403 || status === 404 || status === 410,
    isDefinite: true,
    threshold: 1,
  },
  busy: {
    subject: 'model',
    of: ['submit'],
    matches: ({ status }) => status === 429 || status === 503,
    isDefinite: true,
    threshold: 4,
  },
  unreachable: {
    subject: 'provider',
    of: ['submit', 'upload'],
    matches: ({ networkCode }) => neverConnected.has(networkCode),
    isDefinite: true,
    threshold: 3,
  },
  unanswered: {
    subject: 'provider',
    of: ['submit', 'upload'],
    matches: ({ status, networkCode }) => status >= 500 || networkCode !== '',
    isDefinite: false,
    threshold: 3,
  },
  // Noted by the worker, from failed results in a row: fal answers every one of them as one about the request.
  model_failing: { subject: 'model', of: [], matches: () => false, isDefinite: true, threshold: 5 },
} as const satisfies Record<string, Rule>;

export type VerdictCode = keyof typeof verdictRules;
const entries = Object.entries(verdictRules) as [VerdictCode, Rule][];

/** Returns what an answer is about; undefined when it is about the request. */
export function readVerdict(
  operation: Operation,
  answer: Answer,
): (Verdict & { isDefinite: boolean }) | undefined {
  const status = 'status' in answer ? answer.status : 0;
  const detail = 'status' in answer ? `HTTP ${status}: ${describeBody(answer.body) ?? ''}` : answer.detail;
  const networkCode = 'status' in answer ? '' : answer.networkCode || 'unknown';
  const found = entries.find(
    ([, { of, matches }]) =>
      (!of || of.includes(operation)) && matches({ status, text: detail, networkCode }),
  );
  if (!found) return undefined;
  const [code, { subject, isDefinite }] = found;
  return { subject, code, detail, isDefinite };
}

/** Thrown by a call that fal did not carry out because of our account, itself or the model: a job is repeated. */
export class ProviderHeldError extends AppError {
  readonly verdict: Verdict;

  constructor(verdict: Verdict, cause: unknown) {
    super('provider_unavailable', { cause });
    this.verdict = verdict;
  }
}
