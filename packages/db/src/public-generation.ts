import type { PublicGeneration, PublicOutput, Question } from '@atelier/contract';
import {
  generationStage,
  generationStatus,
  isErrorCode,
  isTerminal,
  questionHours,
  toErrorCode,
} from '@atelier/contract';
import { readFieldReasons } from './field-reasons.ts';
import { pick, type ShownColumn, shownColumns } from './generation-columns.ts';
import type { ListedGeneration, ListedOutput, ListedRow } from './queries/library/read-listed.ts';

/** Where a stored file can be read by a browser. */
export type MediaUrl = (key: string) => string;

/** A row as its owner sees it. Provider words, tokens and raw results stay behind. */
export function toPublicGeneration(
  { generation: row, outputs }: ListedGeneration,
  mediaUrl: MediaUrl,
): PublicGeneration {
  const status = generationStatus.parse(row.status);
  const hasEnded = isTerminal(status);
  return {
    ...(pick(row, shownColumns) as Pick<PublicGeneration, ShownColumn>),
    request_id: row.id,
    status,
    progress: toProgress(row),
    can_cancel: !hasEnded && row.cancel_requested_at === null && row.stage !== 'saving',
    credits: {
      cost: row.cost,
      held: hasEnded ? 0 : row.cost,
      settled: row.settled,
      released: row.released,
    },
    outputs: outputs.map((output) => toPublicOutput(output, mediaUrl)),
    error: readError(row),
    question: findQuestion(row, outputs),
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function toProgress(row: ListedRow): PublicGeneration['progress'] {
  return {
    stage: generationStage.parse(row.stage),
    waiting_reason: row.waiting_reason ?? null,
    queue_position: row.queue_position,
    percent: row.percent,
    stage_started_at: row.stage_started_at.toISOString(),
    expected_seconds: row.expected_seconds,
    expected_most_seconds: row.expected_most_seconds,
  };
}

/** Asked only when there is a doubt about all that was delivered. */
function findQuestion(row: ListedRow, outputs: readonly ListedOutput[]): Question | null {
  const { doubt, doubt_answer, doubtful_outputs, finished_at, settled } = row;
  if (!doubt || doubt_answer || !finished_at || settled === 0 || row.deleted_at) return null;
  if (doubtful_outputs !== outputs.filter(({ storage_key }) => storage_key !== null).length) return null;
  const until = new Date(finished_at.getTime() + questionHours * 3_600_000);
  if (until.getTime() < Date.now()) return null;
  return { doubt: doubt as Question['doubt'], credits: settled, until: until.toISOString() };
}

function readError(row: ListedRow): PublicGeneration['error'] {
  if (!row.error_code || !isErrorCode(row.error_code)) return null;
  const { message } = toErrorCode(row.error_code);
  const fields = readFieldReasons(row.error_fields).map(({ field, message, index }) => ({
    field,
    message,
    ...(index === undefined ? {} : { index }),
  }));
  return { code: row.error_code, message, reason: row.error_reason, fields };
}

function toPublicOutput(output: ListedOutput, mediaUrl: MediaUrl): PublicOutput {
  return {
    id: output.id,
    url: output.storage_key && mediaUrl(output.storage_key),
    poster_url: output.poster_key && mediaUrl(output.poster_key),
    placeholder: output.placeholder,
    content_type: output.content_type,
    bytes: output.bytes,
    width: output.width,
    height: output.height,
    duration_seconds: output.duration_seconds,
    fps: output.fps,
    text: output.text,
    ...(output.peaks ? { peaks: output.peaks } : {}),
    is_flagged: output.is_flagged,
    original_url: output.original_url,
  };
}
