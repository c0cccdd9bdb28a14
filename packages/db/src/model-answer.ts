import type { Medium } from '@atelier/catalog';
import { fieldNameAtFal, resultAtFal } from '@atelier/catalog/server';
import { type AppErrorCode, type FalDetail, isErrorCode, toErrorCode } from '@atelier/contract';
import { readFieldReasons } from './field-reasons.ts';
import type { GenerationRow, OutputRow } from './generation-row.ts';
import type { GenerationWithOutputs } from './queries/generations/generations.ts';

/** Result of an ended generation at fal: the model's output, or the error that its result is answered with. */
export type ModelAnswer = { ok: true; output: Record<string, unknown> } | ModelFailure;

export type ModelFailure = {
  ok: false;
  /** Status of the HTTP answer that represents it. */
  status: number;
  errorType: string;
  message: string;
  code: AppErrorCode | 'cancelled';
  detail: string | FalDetail[];
};

/** A URL at which a client without a session can read a stored file. */
type SignedUrl = (key: string) => Promise<string>;

/** Builds the answer for programs written for fal: the proxy's results and our webhooks. Throws for a generation that still runs. */
export async function toModelAnswer(
  { generation: row, outputs }: GenerationWithOutputs,
  signedUrl: SignedUrl,
): Promise<ModelAnswer> {
  if (!row.finished_at) throw new Error(`The generation ${row.id} has not ended`);
  const failure = findModelFailure(row);
  if (failure) return failure;
  const stored = outputs.filter((output) => output.storage_key !== null || output.is_flagged);
  const answer = outputs.find(({ text }) => text !== null);
  const output = resultAtFal(row.kind, row.medium as Medium, {
    files: await Promise.all(stored.map((each) => deliver(each, row, signedUrl))),
    text: answer?.text ?? undefined,
    transcript: answer?.transcript,
    seed: row.seed_used,
    prompt: row.prompt,
    inferenceSeconds: findInferenceSeconds(row),
  });
  return { ok: true, output };
}

/** Why a generation delivered nothing; undefined for one that did, or still may. */
export function findModelFailure(row: GenerationRow): ModelFailure | undefined {
  if (row.status === 'cancelled') return cancelled;
  return row.status === 'failed' ? describeFailure(row) : undefined;
}

/** Returns the seconds from the submission to the model to the saving of its result; null before. */
export function findInferenceSeconds({ submitted_at, finished_at }: GenerationRow): number | null {
  return submitted_at && finished_at ? (finished_at.getTime() - submitted_at.getTime()) / 1000 : null;
}

async function deliver(output: OutputRow, row: GenerationRow, signedUrl: SignedUrl) {
  const { storage_key: key, content_type: contentType, bytes, is_flagged: isFlagged } = output;
  return {
    url: key === null ? '' : await signedUrl(key),
    fileName: key?.split('/').at(-1) ?? '',
    contentType,
    bytes,
    seconds: output.duration_seconds,
    width: output.width ?? row.width,
    height: output.height ?? row.height,
    isFlagged,
  };
}

const cancelled: ModelFailure = {
  ok: false,
  status: 499,
  errorType: 'client_cancelled',
  message: 'The generation was cancelled',
  code: 'cancelled',
  detail: 'The generation was cancelled',
};

/** fal's error types for inputs that a model refuses; any other code is an internal error. */
const falTypes: Partial<Record<AppErrorCode, string>> = {
  content_policy: 'content_policy_violation',
  provider_rejected: 'value_error',
  media_unreadable: 'file_download_error',
  no_output: 'no_media_generated',
  result_blank: 'no_media_generated',
  result_frozen: 'no_media_generated',
  result_noise: 'no_media_generated',
  result_silent: 'no_media_generated',
  result_short: 'no_media_generated',
  result_echo: 'no_media_generated',
  timeout: 'generation_timeout',
};

/**
 * 500 for whatever is not the input's fault: fal's client retries 502, 503 and 504 for minutes. The words are the model's
 * own where it had some, by fal's names of the fields.
 */
function describeFailure(row: GenerationRow): ModelFailure {
  const { error_code: stored } = row;
  const code = stored !== null && isErrorCode(stored) ? stored : 'provider_failed';
  const { status, message: ownMessage } = toErrorCode(code);
  const message = row.error_reason ?? ownMessage;
  const errorType = falTypes[code] ?? 'internal_server_error';
  const named = readFieldReasons(row.error_fields).map(({ field, index, message: msg, type }) => ({
    loc: ['body', ...fieldNameAtFal(row.kind, field).split('.'), ...(index === undefined ? [] : [index])],
    msg,
    type: type ?? errorType,
  }));
  const loc = code === 'content_policy' ? ['body', 'prompt'] : ['body'];
  return {
    ok: false,
    status: status < 500 ? 422 : 500,
    errorType,
    message,
    code,
    detail: named.length > 0 ? named : [{ loc, msg: message, type: errorType }],
  };
}
