import { describeIssue, type Kind, type KindInput, parseInput } from '@atelier/catalog';
import { getProvider, type RefusedField, readAt } from '@atelier/catalog/server';
import { type AppError, type FalDetail, isAppError } from '@atelier/contract';

type Issue = { path: string; message: string };
type Written = { kind: Kind; body: KindInput };

/** fal's error types for input files that cannot be used, by our code (docs/fal.md). */
const fileTypes: Partial<Record<AppError['code'], string>> = {
  url_not_allowed: 'file_download_error',
  file_not_found: 'file_download_error',
  unsupported_file: 'file_download_error',
  size_limit: 'file_too_large',
};

/** Problems of the fields that are not supported here, together with those of all other fields. */
export function refusedDetails({ kind, body }: Written, refused: readonly RefusedField[]): FalDetail[] {
  const { raw, nameAtFal } = getProvider(kind).fromRequest(body);
  const parsed = parseInput(kind, raw);
  return [
    ...refused.map(({ field, value, message }) => ({
      loc: toLoc(field),
      msg: message,
      type: 'feature_not_supported',
      ...shownInput(value),
    })),
    ...(parsed.ok ? [] : toDetails(parsed.issues.map(describeIssue), body, nameAtFal)),
  ];
}

/** The fields that caused a refusal, in fal's names; undefined when it concerns no field. */
export function toFalDetails({ kind, body }: Written, error: unknown): FalDetail[] | undefined {
  if (!isAppError(error)) return undefined;
  const { nameAtFal } = getProvider(kind).fromRequest(body);
  const { path, issues } = error.details;
  const fileType = fileTypes[error.code];
  if (fileType !== undefined && typeof path === 'string')
    return toDetails([{ path, message: error.message }], body, nameAtFal, fileType);
  return error.code === 'validation_failed' && Array.isArray(issues)
    ? toDetails(issues as Issue[], body, nameAtFal)
    : undefined;
}

function toDetails(
  issues: readonly Issue[],
  body: KindInput,
  nameAtFal: (field: string) => string,
  type?: string,
): FalDetail[] {
  return issues.map(({ path, message }) => {
    const loc = elsewhere[path] ?? toLoc(nameAtFal(path));
    const input = readAt(body, nameAtFal(path));
    const isMissing = loc[0] === 'body' && input === undefined;
    return {
      loc: [...loc],
      msg: message,
      type: type ?? (isMissing ? 'missing' : 'value_error'),
      ...(isMissing ? {} : shownInput(input)),
    };
  });
}

/** fal names a field within an object by both names. */
const toLoc = (nameAtFal: string) => ['body', ...nameAtFal.split('.')];

const maxShownLength = 5_000;

/** Returns the input as fal repeats it; left out when it is large or nested, which a client can do to any depth. */
function shownInput(input: unknown): { input?: unknown } {
  const parts = Array.isArray(input) ? input : [input];
  const isPlain = parts.every((part) => typeof part !== 'object' || part === null);
  return isPlain && JSON.stringify(parts).length <= maxShownLength ? { input } : {};
}

/** Our own fields that fal's client sends outside the body. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  webhook_url: ['query', 'fal_webhook'],
  request_id: ['header', 'idempotency-key'],
};
