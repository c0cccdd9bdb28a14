import type { AppErrorCode, FieldReason } from '@atelier/contract';

/** A refusal of the provider as one of our codes. */
export type Failure = {
  code: AppErrorCode;
  /** fal's text as it came, for logs and operators. */
  detail: string | null;
  /** fal's text for the owner of the generation; absent or null when there is none to show. */
  reason?: string | null;
  /** fal's errors about single fields, by fal's names of them. */
  fields?: readonly NamedField[];
  /** The model or fal crashed: nothing is said about the request, and fal does not bill it. */
  isServerError?: boolean;
};

/** `type` is fal's own, for programs that were written for fal. */
export type NamedField = FieldReason & { type?: string };

/** Failure that `readFailure` reads from fal's answers; failures of our own have only a code and a detail. */
type ReadFailure = Required<Failure> & { detail: string };

/**
 * The only reader of fal's error texts (docs/fal.md). Reads the final failure of a request from the status and body of
 * the result call or of an ERROR webhook.
 */
export function readFailure(
  status: number | undefined,
  body: unknown,
  { isUserTimeout = false }: { isUserTimeout?: boolean } = {},
): ReadFailure {
  const said = describeBody(body);
  const detail = said ?? (status === undefined ? 'Unknown error' : `HTTP ${status}`);
  // Ended by the time to begin that our own deadline leaves.
  const code = isUserTimeout ? 'timeout' : readCode(status, body, detail);
  // Leaves out the reason: the account of this site at fal is not its users' business.
  if (code === 'provider_locked') return { code, detail, reason: null, fields: [], isServerError: false };
  const reason = tidy(said ?? '');
  return {
    code,
    detail,
    reason: saysNothing(reason) ? null : reason,
    fields: listFields(body),
    isServerError: status !== undefined && status >= 500,
  };
}

/**
 * Words about the account of this site at fal: who has to pay, and what is locked. They come with any status, in a
 * message of their own or inside a longer one. What a prompt is about must not look like it, so the words stand together.
 */
const accountWords = [
  /\buser is locked\b/i,
  /\bexhausted (?:your |the |account )?balance\b|\bbalance (?:is |has been )?(?:exhausted|insufficient|too low|depleted)\b/i,
  /\b(?:insufficient|not enough|out of|no remaining) (?:account )?(?:balance|funds|credits?)\b/i,
  /\btop[- _]?up\b.{0,40}\b(?:balance|account|credits?)\b|\bTOP_UP\b/,
  /\b(?:account|user|organi[sz]ation|team|workspace|api key) (?:is |has been |was )?(?:locked|suspended|disabled|deactivated|restricted|blocked)\b/i,
  /\bbilling (?:account|details|information|issue|problem|page|settings|limit|hard limit)\b|\/billing\b/i,
  /\bpayment (?:required|method|overdue|failed|is due|past due)\b|\bunpaid invoice\b/i,
  /\bfal\.ai\/dashboard\b/i,
  /\b(?:spending|spend|usage|concurrency) limit (?:of|for) (?:your|this|the) (?:account|user|team|organi[sz]ation)\b/i,
];

export const isAboutAccount = (text: string) => accountWords.some((words) => words.test(text));

/** Texts that stand in place of a reason, from which a user learns nothing. */
function saysNothing(reason: string): boolean {
  const words = reason
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return (
    words === '' ||
    /^(?:an? )?(?:unknown|unexpected|unspecified|undefined|null|none|internal(?: server)?)?(?: ?(?:error|exception|failure))?(?: (?:has )?occurr?ed)?$/.test(
      words,
    ) ||
    /^(?:http|invalid status code|status|error) \d{3}$|^object object$|^(?:something|it) (?:failed|went wrong)$/.test(
      words,
    )
  );
}

function readCode(status: number | undefined, body: unknown, detail: string): AppErrorCode {
  const text = `${listTypes(body).join(' ')} ${detail}`;
  if (text.includes('content_policy_violation')) return 'content_policy';
  if (status === 401 || status === 402 || status === 403 || isAboutAccount(text)) return 'provider_locked';
  if (isServerSide(text)) return 'provider_failed';
  if (listTypes(body).includes('no_media_generated')) return 'no_output';
  if (status === 422 || status === 400 || Array.isArray(readDetail(body))) return 'provider_rejected';
  return 'provider_failed';
}

const maxReasonCodePoints = 300;

/** Addresses, whose queries may be tokens, and long runs of letters with digits, which may be keys. */
const unshowable = [
  /data:[^\s"'<>]+/g,
  /(?:https?|wss?|blob):[^\s,;)"'<>]+/g,
  /["']?(?=[\w:+/=-]*\d)[\w:+/=-]{24,}["']?/g,
];

/** One line without addresses and keys, bounded, and such that PostgreSQL can store it. */
function tidy(text: string): string {
  const start = text.slice(0, 10 * maxReasonCodePoints).toWellFormed();
  const line = unshowable
    .reduce((shown, pattern) => shown.replace(pattern, '[…]'), start)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim();
  const points = [...line];
  return points.length > maxReasonCodePoints ? `${points.slice(0, maxReasonCodePoints - 1).join('')}…` : line;
}

/**
 * `loc` is `["body", field, …]`, with the place in a list or the name in an object behind its field; what concerns the body as
 * a whole has no field.
 */
function listFields(body: unknown): NamedField[] {
  const detail = readDetail(body);
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((entry: { loc?: unknown; msg?: unknown; type?: unknown } | null) => {
    const [, name, place]: unknown[] = Array.isArray(entry?.loc) ? entry.loc : [];
    const field = typeof name === 'string' && typeof place === 'string' ? `${name}.${place}` : name;
    const message = typeof entry?.msg === 'string' ? tidy(entry.msg) : '';
    if (typeof field !== 'string' || message === '') return [];
    const index = Number.isSafeInteger(place) && Number(place) >= 0 ? { index: Number(place) } : {};
    const type = typeof entry?.type === 'string' && /^[\w.]{1,60}$/.test(entry.type) ? entry.type : undefined;
    return [{ field, message, ...index, ...(type ? { type } : {}) }];
  });
}

type ErrorWebhook = { payload?: unknown; error?: string | null | undefined };

/** Returns the parts of an ERROR webhook to store: its body, and the HTTP status, which fal only puts into a sentence. */
export function keptError({ payload, error }: ErrorWebhook): Record<string, unknown> {
  const isBody = typeof payload === 'object' && payload !== null;
  const body = isBody ? { ...payload } : { detail: error ?? null };
  const [, status] = /^Invalid status code: (\d{3})$/.exec(error ?? '') ?? [];
  return status === undefined ? body : { ...body, http_status: Number(status) };
}

/** How much earlier than our deadline fal may end a request because of it: its limit has whole seconds. */
const deadlineSlackMs = 2_000;

/** Reads what `keptError` returned. A webhook does not say whose limit a 504 is: past `deadlineAt` it is our own. */
export function readKeptError(kept: unknown, deadlineAt?: Date): ReadFailure {
  const status = (kept as { http_status?: unknown } | null)?.http_status;
  const isLate = deadlineAt !== undefined && Date.now() >= deadlineAt.getTime() - deadlineSlackMs;
  const isUserTimeout = isLate && status === 504 && listTypes(kept).includes('request_timeout');
  return readFailure(typeof status === 'number' ? status : undefined, kept, { isUserTimeout });
}

/**
 * fal's own rule for its message: `detail`, else `message`, else nothing; lists of `{ msg }` are joined. PostgreSQL can
 * store it.
 */
export function describeBody(body: unknown): string | undefined {
  const message = readMessage(body)?.toWellFormed().replaceAll('\u0000', ' ');
  return message?.trim() === '' ? undefined : message;
}

/** Entry of fal's lists of problems; some models nest them, or send one without a list. */
type Entry = { msg?: unknown; message?: unknown } | string | null;

function readMessage(body: unknown): string | undefined {
  const detail = readDetail(body) as string | Entry | readonly (Entry | readonly Entry[])[] | undefined;
  if (typeof detail === 'string' && detail !== '') return detail;
  if (typeof detail === 'object' && detail !== null) {
    const messages = [detail]
      .flat(2)
      .map((entry) => (typeof entry === 'string' ? entry : (entry?.msg ?? entry?.message)))
      .filter((message) => typeof message === 'string' && message !== '');
    if (messages.length > 0) return messages.join('; ');
  }
  const message = (body as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

const serverSideTypes =
  /internal_server_error|generation_timeout|downstream_service|runner_|startup_timeout|request_timeout|internal_error/;

function isServerSide(text: string): boolean {
  return serverSideTypes.test(text);
}

function readDetail(body: unknown): unknown {
  return (body as { detail?: unknown } | null | undefined)?.detail;
}

function listTypes(body: unknown): string[] {
  const detail = readDetail(body);
  const types = Array.isArray(detail)
    ? detail.map((entry) => (entry as { type?: unknown } | null)?.type)
    : [];
  const errorType = (body as { error_type?: unknown } | null | undefined)?.error_type;
  return [...types, errorType].filter((type) => typeof type === 'string');
}
