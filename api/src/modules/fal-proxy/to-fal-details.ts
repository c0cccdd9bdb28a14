import { type Kind, type KindInput, parseInput } from '@atelier/catalog';
import { providerOf, type RefusedField } from '@atelier/catalog/server';
import { type AppError, type FalDetail, isAppError } from '@atelier/contract';

type Issue = { path: string; message: string };
type Written = { kind: Kind; body: KindInput };

/** Files that cannot be had, by our code and fal's type (fal.md 1.6). */
const fileTypes: Partial<Record<AppError['code'], string>> = {
  url_not_allowed: 'file_download_error',
  file_not_found: 'file_download_error',
  unsupported_file: 'file_download_error',
  size_limit: 'file_too_large',
};

/** What is wrong with fields that mean nothing here, together with what is wrong with the others. */
export function refusedDetails({ kind, body }: Written, refused: readonly RefusedField[]): FalDetail[] {
  const { raw, nameAtFal } = providerOf(kind).fromRequest(body);
  const parsed = parseInput(kind, raw);
  return [
    ...refused.map(({ field, value, message }) => ({
      loc: ['body', field],
      msg: message,
      type: 'feature_not_supported',
      input: value,
    })),
    ...(parsed.ok ? [] : toDetails(parsed.issues, body, nameAtFal)),
  ];
}

/** The fields that a refused submission is about, in fal's words; undefined when it is about none. */
export function falDetailsOf({ kind, body }: Written, error: unknown): FalDetail[] | undefined {
  if (!isAppError(error)) return undefined;
  const { nameAtFal } = providerOf(kind).fromRequest(body);
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
    const loc = elsewhere[path] ?? ['body', nameAtFal(path)];
    const input = body[loc.at(-1) ?? ''];
    const isMissing = loc[0] === 'body' && input === undefined;
    return {
      loc: [...loc],
      msg: message,
      type: type ?? (isMissing ? 'missing' : 'value_error'),
      ...(isMissing ? {} : { input }),
    };
  });
}

/** Fields of ours that a client of fal says in other places than the body. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  webhook_url: ['query', 'fal_webhook'],
  request_id: ['header', 'idempotency-key'],
};
