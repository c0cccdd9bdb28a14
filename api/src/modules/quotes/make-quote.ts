// Prices a submission without making it. On its way there is one round trip for account and key, which requests that come
// at the same time share; a refusal by a limit and files of the input need more.
import type { AppError, CreateBatchBody, QuoteBody, QuoteReply } from '@atelier/contract';
import type { ApiDeps } from '../../deps.ts';
import { limitReached, refuseLines, toSubmission } from '../batches/submit-batch.ts';
import { explainLimit } from '../generations/explain-limit.ts';
import { foreseeRefusal, type Limit } from '../generations/foresee-refusal.ts';
import {
  type SubmitDeps,
  type Submitter,
  sumCosts,
  sumMostCosts,
} from '../generations/prepare-submission.ts';
import { signQuote } from '../generations/quote-token.ts';
import type {
  AskedSubmission,
  ReadLine,
  ReadSubmission,
  SubmissionOrigin,
} from '../generations/read-submission.ts';
import { foreseeApproval } from '../generations/reserve-approved.ts';
import { refuseProblems } from '../generations/submit-generation.ts';

export type QuoteDeps = SubmitDeps & Pick<ApiDeps, 'findPayerAllowance'>;

type Asked = { body: QuoteBody; origin: SubmissionOrigin };

/** Returns price, time and the refusal that the submission would get now. Stores and holds nothing. */
export async function makeQuote(
  deps: QuoteDeps,
  submitter: Submitter,
  { body, origin }: Asked,
): Promise<QuoteReply> {
  const asked = readAsked(body, origin);
  const isBatch = body.lines !== undefined;
  const { lines, refusal } = await foreseeRefusal(deps, submitter, asked, {
    refuse: (problems) => (isBatch ? refuseLines(problems) : refuseProblems(problems, 'input')),
    findLimit: (each, options) => findLimit(deps, submitter, { lines: each, options }, isBatch),
  });
  const costCredits = sumCosts(lines);
  const isWhole = lines.length === asked.lines.length;
  const signed =
    isWhole && deps.webhookSigner ? signQuote(deps.webhookSigner, submitter, { lines, costCredits }) : null;
  return {
    quote: signed?.quote ?? null,
    expires_at: signed?.expiresAt.toISOString() ?? null,
    total_credits: costCredits,
    lines: await describeLines(deps, asked, lines),
    refusal: refusal ? describeRefusal(refusal) : null,
  };
}

function readAsked({ kind, input, lines, ...fields }: QuoteBody, origin: SubmissionOrigin): AskedSubmission {
  const asked = lines ?? [{ kind, input }];
  // The schema lets through what has kind and input, or lines.
  return toSubmission({ ...fields, lines: asked as CreateBatchBody['lines'] }, origin);
}

async function describeLines(
  { durations }: QuoteDeps,
  asked: AskedSubmission,
  lines: readonly ReadLine[],
): Promise<QuoteReply['lines']> {
  const priced = new Map(lines.map((line) => [line.line, line]));
  const rows: QuoteReply['lines'] = [];
  for (const index of asked.lines.keys()) {
    const found = priced.get(index + 1);
    const expected = found && (await durations.expect(found.kind, found.input));
    rows.push({
      line: index + 1,
      cost_credits: found?.costCredits ?? null,
      expected_seconds: expected?.typicalSeconds ?? null,
      expected_most_seconds: expected?.mostSeconds ?? null,
    });
  }
  return rows;
}

/** Only what does not fit is asked for its reason. */
async function findLimit(
  deps: QuoteDeps,
  submitter: Submitter,
  { lines, options }: Pick<ReadSubmission, 'lines' | 'options'>,
  isBatch: boolean,
): Promise<Limit | undefined> {
  const payer = { userId: submitter.userId, apiKeyId: submitter.keyId ?? null };
  const allowance = await deps.findPayerAllowance(payer);
  const { credits, places, closed_kinds: closed, ask_above, job_budget, key_kinds } = allowance;
  const costCredits = sumCosts(lines);
  const hasRoom = costCredits <= credits && lines.length <= places;
  const askedCost = sumMostCosts(lines, options.standIn);
  const mayMake = lines.every(
    ({ kind: { id } }) => !closed.includes(id) && (key_kinds?.includes(id) ?? true),
  );
  if (hasRoom && mayMake && (job_budget === null || askedCost <= job_budget)) {
    if (ask_above === null || askedCost <= ask_above) return undefined;
    const error = await foreseeApproval(deps, submitter, { lines, options, askedCost });
    return error && { error, isBeforeFiles: false };
  }
  if (isBatch)
    return { error: await limitReached(deps, submitter, { lines, askedCost }), isBeforeFiles: !hasRoom };
  return { error: await explainLimit(deps, submitter, { lines, askedCost }), isBeforeFiles: false };
}

function describeRefusal({ status, code, message, details }: AppError): QuoteReply['refusal'] {
  return { ...details, status, code, message };
}
