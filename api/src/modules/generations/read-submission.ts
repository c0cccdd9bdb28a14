import {
  type DescribedIssue,
  describedIssue,
  describeIssue,
  type InputMessageCode,
  type Kind,
  type KindInput,
  parseInput,
} from '@atelier/catalog';
import type { Adjustment } from '@atelier/catalog/server';
import {
  type AppError,
  type IfDown,
  maxWebhookUrlLength,
  type StandInConsent,
  type SubmissionField,
  type SubmissionFields,
  submissionFields,
} from '@atelier/contract';
import type { GenerationSource, NewGeneration } from '@atelier/db';
import { findRecipientProblem } from '@atelier/storage';
import type { FastifyRequest } from 'fastify';
import { findConsentProblem } from './find-consent-problem.ts';

type Body = Readonly<Record<string, unknown>>;

/** Parts of a submission that a request has outside its body. */
export type SubmissionOrigin = {
  /** The Idempotency-Key header. It means the same as `request_id` in the body and takes precedence. */
  idempotencyKey?: string | undefined;
  /** The request's id in the logs. */
  apiRequestId?: string | undefined;
};

export function submissionOrigin(request: FastifyRequest): SubmissionOrigin {
  return { idempotencyKey: request.headers['idempotency-key']?.toString(), apiRequestId: request.id };
}

/** A name that no kind has: the names by which a retired kind is found, and the refusal otherwise, if the call has its own. */
export type UnknownKind = { names: readonly unknown[]; refusal?: AppError };

/** One generation that is asked for, as it was sent. Fields that the kind does not have are ignored. */
export type AskedLine = { kind: Kind | UnknownKind; input: Body };

/** `fields`: those of every submission, `submissionFields` of the contract. */
export type AskedSubmission = { lines: readonly AskedLine[]; fields: Body; origin: SubmissionOrigin };

/** A line that can be submitted. Lines count from 1. */
export type ReadLine = {
  line: number;
  kind: Kind;
  input: KindInput;
  adjustments: readonly Adjustment[];
  costCredits: number;
};

/**
 * A problem with a field of a line, or without `line` with one that all lines share. `error`: the refusal of its file.
 */
export type Problem = Pick<DescribedIssue, 'path' | 'message'> & {
  line?: number;
  code: string;
  params?: DescribedIssue['params'];
  error?: AppError;
};

export type ReadSubmission = {
  lines: ReadLine[];
  problems: Problem[];
  unknownKinds: UnknownKind[];
  key: string | undefined;
  /** Whatever was sent: anything but the price is another price. Undefined when nothing was. */
  expectedCost: unknown;
  /** Whatever was sent: anything but a quote of this site is refused. Undefined when nothing was. */
  quote: unknown;
  options: SubmissionOptions;
  sources: GenerationSource[];
  origin: SubmissionOrigin;
};

/** Columns from the fields that every submission has, whatever its kind. */
type SubmissionOptions = Pick<NewGeneration, 'isPublic' | 'webhookUrl' | 'projectId' | 'retryOf' | 'standIn'>;

/** Reads all lines and the fields that they share, and finds every problem of all of them. */
export function readSubmission(
  { lines: asked, fields, origin }: AskedSubmission,
  trustedHosts: readonly string[],
): ReadSubmission {
  const lines: ReadLine[] = [];
  const problems: Problem[] = [];
  const unknownKinds: UnknownKind[] = [];
  for (const [index, { kind, input: raw }] of asked.entries()) {
    const line = index + 1;
    if ('names' in kind) {
      unknownKinds.push(kind);
      problems.push({ line, path: 'kind', code: 'unknown_kind', message: 'There is no such model' });
      continue;
    }
    const parsed = parseInput(kind, raw);
    if (parsed.ok) {
      const { input, adjustments } = parsed;
      lines.push({ line, kind, input, adjustments, costCredits: kind.price(input).costCredits });
    } else problems.push(...parsed.issues.map((issue) => ({ line, ...describeIssue(issue) })));
  }
  const shared = readFields(fields, { origin, trustedHosts });
  const { standIn } = shared.options;
  if (standIn)
    problems.push(
      ...lines.flatMap((line) => {
        const problem = findConsentProblem(line, standIn);
        return problem ? [{ line: line.line, ...problem }] : [];
      }),
    );
  return { ...shared, lines, problems: [...problems, ...shared.problems], unknownKinds, origin };
}

/** Error codes for fields that are not as `submissionFields` has them; null where such a value has no effect. */
const wrongFields: Readonly<Record<SubmissionField, InputMessageCode | null>> = {
  request_id: 'request_id_invalid',
  is_public: 'not_a_boolean',
  isPublic: null,
  webhook_url: 'webhook_url_invalid',
  project_id: 'project_unknown',
  if_down: 'if_down_invalid',
  made_from: null,
  retry_of: null,
  expected_cost: null,
  quote: null,
};

/** The fields that every submission has, whatever its kind. Null is as good as absent. */
function readFields(
  raw: Body,
  { origin, trustedHosts }: { origin: SubmissionOrigin; trustedHosts: readonly string[] },
): Omit<ReadSubmission, 'lines' | 'unknownKinds' | 'origin'> {
  const problems: Problem[] = [];
  const read = <Name extends SubmissionField>(name: Name, value: unknown = raw[name]) => {
    const parsed = submissionFields.shape[name].safeParse(value ?? undefined);
    if (parsed.success) return (parsed.data ?? undefined) as NonNullable<SubmissionFields[Name]> | undefined;
    const code = wrongFields[name];
    if (code) problems.push(describedIssue(name, code));
    return undefined;
  };
  const key = read('request_id', origin.idempotencyKey ?? raw.request_id);
  const isPublic = read('is_public', raw.is_public ?? raw.isPublic) ?? false;
  const webhookUrl = URL.parse(read('webhook_url') ?? '')?.href;
  const webhookProblem = webhookUrl && findWebhookProblem(webhookUrl, trustedHosts);
  if (webhookProblem) problems.push(describedIssue('webhook_url', webhookProblem));
  const projectId = read('project_id');
  const madeFrom = read('made_from');
  const ifDown = read('if_down');
  const standIn = readConsent(ifDown);
  return {
    key: key?.toLowerCase(),
    expectedCost: raw.expected_cost ?? undefined,
    quote: raw.quote ?? undefined,
    options: { isPublic, webhookUrl, projectId, retryOf: read('retry_of'), standIn },
    // The generation whose settings filled the form.
    sources: madeFrom === undefined ? [] : [{ relation: 'settings', sourceId: madeFrom }],
    problems,
  };
}

function readConsent(ifDown: IfDown | undefined): StandInConsent | undefined {
  if (ifDown === undefined || ifDown === 'wait') return undefined;
  return ifDown === 'ask' ? { kind: null, max_credits: null } : ifDown;
}

/** Refuses addresses that are visibly private. What a host name resolves to is checked at each delivery. */
function findWebhookProblem(url: string, trustedHosts: readonly string[]): InputMessageCode | undefined {
  if (url.length > maxWebhookUrlLength) return 'webhook_url_invalid';
  switch (findRecipientProblem(url, { trustedHosts })) {
    case 'no_address':
      return 'webhook_url_invalid';
    case 'not_https':
      return 'webhook_url_https';
    case 'not_allowed':
      return 'webhook_url_not_allowed';
    case undefined:
      return undefined;
  }
}
