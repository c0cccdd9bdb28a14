// Asks the owner of an API key before it spends more than it may without asking, and has the approval used up by the
// reservation itself: of many repetitions of a call one is made. An approval lifts this limit alone.
import { AppError, type ApprovalSummary } from '@atelier/contract';
import {
  type ApprovalRow,
  askForApproval,
  findHeldApproval,
  markApprovalUsed,
  type Queryable,
} from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { PreparedSubmission, SubmitDeps, Submitter } from './prepare-submission.ts';
import { hashLines } from './quote-token.ts';
import type { ReadLine } from './read-submission.ts';
import { priceChanged } from './refusals.ts';

type ApprovalDeps = Pick<SubmitDeps, 'db' | 'env' | 'log' | 'realtime'>;
type Priced = Pick<PreparedSubmission, 'lines' | 'askedCost'> & {
  options: Pick<PreparedSubmission['options'], 'standIn'>;
};

/** Step of the transaction that reserves. Throws when another reservation has used the approval. */
export type UseApproval = (on: Queryable) => Promise<void>;

type Attempt<First, Reserved> = {
  /** Reserves in one transaction with the step. */
  reserve: (useApproval: UseApproval) => Promise<Reserved>;
  /** The answer to an earlier request with the same key. */
  findFirst: () => Promise<First | undefined>;
};

type Approved = ApprovalRow & { answer: 'approve' };

class ApprovalUsed extends Error {}

/**
 * Reserves what the owner has approved. Resolves to `first` where an earlier request with the same key did so. Throws
 * approval_needed, approval_refused, price_changed, too_many_approvals or invalid_api_key when there is no approval.
 */
export async function reserveApproved<First, Reserved>(
  deps: ApprovalDeps,
  submitter: Submitter,
  priced: Priced,
  { reserve, findFirst }: Attempt<First, Reserved>,
): Promise<{ first: First } | { first?: never; reserved: Reserved }> {
  for (;;) {
    const held = await findHeldApproval(deps.db.pool, toAskedInput(submitter, priced));
    // Comes after the look: a reservation that used the approval meanwhile has stored its key in the same transaction.
    const first = isApproved(held, priced) ? undefined : await findFirst();
    if (first) return { first };
    const { id } = isApproved(held, priced) ? held : await ask(deps, submitter, priced, held);
    try {
      return { reserved: await reserve((on) => useApproval(on, id)) };
    } catch (error) {
      if (!(error instanceof ApprovalUsed)) throw error;
    }
  }
}

/** The refusal that `reserveApproved` would answer with now; undefined when it would reserve. Asks nothing. */
export async function foreseeApproval(
  deps: ApprovalDeps,
  submitter: Submitter,
  priced: Priced,
): Promise<AppError | undefined> {
  const held = await findHeldApproval(deps.db.pool, toAskedInput(submitter, priced));
  if (isApproved(held, priced)) return undefined;
  if (held?.answer === 'refuse') return refused(held);
  const isSame = held && held.cost === priced.askedCost;
  return notApproved(held, { approval: isSame ? describe(deps, held) : null, cost: priced.askedCost });
}

/** The answer while there is no approval of this price: `held` may be one of another. */
function notApproved(
  held: ApprovalRow | undefined,
  details: { approval: ReturnType<typeof describe> | null; cost: number },
): AppError {
  if (held?.answer !== 'approve') return new AppError('approval_needed', { details });
  const error = priceChanged(held.cost, details.cost);
  return new AppError(error.code, { details: { ...error.details, ...details } });
}

async function useApproval(on: Queryable, id: string): Promise<void> {
  if (!(await markApprovalUsed(on, id))) throw new ApprovalUsed();
}

/** Returns an approval that was given in this moment. Throws the refusal otherwise; a new question is sent to the owner. */
async function ask(
  deps: ApprovalDeps,
  submitter: Submitter,
  priced: Priced,
  held: ApprovalRow | undefined,
): Promise<ApprovalRow> {
  const asked = await askForApproval(deps.db, {
    ...toAskedInput(submitter, priced),
    id: uuidv7(),
    cost: priced.askedCost,
    summary: summarizeLines(priced.lines),
  });
  if (!asked.ok)
    throw new AppError(asked.reason === 'api_key_ended' ? 'invalid_api_key' : 'too_many_approvals');
  const { approval, isNew } = asked;
  if (isApproved(approval, priced)) return approval;
  if (approval.answer === 'refuse') throw refused(approval);
  if (isNew) await notifyOwner(deps, submitter.userId, approval);
  throw notApproved(held, { approval: describe(deps, approval), cost: priced.askedCost });
}

async function notifyOwner(deps: ApprovalDeps, userId: string, approval: ApprovalRow): Promise<void> {
  const { id, key_name: key, cost } = approval;
  deps.log.info({ approvalId: id, keyId: approval.api_key_id, costCredits: cost }, 'approval asked for');
  await deps.realtime.emitToUser(userId, 'approval:asked', { id, key, cost });
}

function toAskedInput({ userId, keyId }: Submitter, { lines, options }: Priced) {
  if (keyId === undefined) throw new Error('Only an API key asks its owner');
  return { userId, apiKeyId: keyId, inputSha256: hashLines(lines, options.standIn) };
}

function isApproved(row: ApprovalRow | undefined, { askedCost }: Priced): row is Approved {
  return row?.answer === 'approve' && row.cost === askedCost;
}

const refused = ({ id, expires_at }: ApprovalRow) =>
  new AppError('approval_refused', {
    details: { approval: { id, expires_at: expires_at.toISOString() } },
  });

function describe({ env }: ApprovalDeps, { id, expires_at }: ApprovalRow) {
  return { id, url: `${env.PUBLIC_URL}/approvals/${id}`, expires_at: expires_at.toISOString() };
}

const maxPromptLength = 200;

/** Lines as their owner recognizes them: models, number, and the beginning of the first prompt. */
function summarizeLines(lines: readonly ReadLine[]): ApprovalSummary {
  const counts = new Map<string, number>();
  for (const { kind } of lines) counts.set(kind.id, (counts.get(kind.id) ?? 0) + 1);
  const [line] = lines;
  const prompt = line && (line.kind.columns(line.input).prompt ?? line.input.prompt);
  return {
    count: lines.length,
    kinds: [...counts].map(([kind, count]) => ({ kind, count })),
    prompt: typeof prompt === 'string' && prompt !== '' ? shorten(prompt) : null,
  };
}

function shorten(prompt: string): string {
  const characters = [...prompt];
  if (characters.length <= maxPromptLength) return prompt;
  return `${characters.slice(0, maxPromptLength - 1).join('')}…`;
}
