import type { Adjustment } from '@atelier/catalog/server';
import type { FalLogLine, FalStatus } from '@atelier/contract';
import { findInferenceSeconds, findModelFailure, type GenerationRow } from '@atelier/db';
import { proxyPath } from './read-fal-call.ts';

/** Owner and app of an endpoint: fal's request addresses have no more of it (docs/fal.md). */
export function readApp(endpoint: string): string {
  return endpoint.split('/').slice(0, 2).join('/');
}

/** The addresses of a request on this server, for programs that follow them without fal's client. */
export function requestAddresses(publicUrl: string, { id, provider_endpoint: endpoint }: GenerationRow) {
  const address = `${publicUrl}${proxyPath}/${readApp(endpoint)}/requests/${id}`;
  return {
    request_id: id,
    response_url: address,
    status_url: `${address}/status`,
    cancel_url: `${address}/cancel`,
  };
}

/**
 * A generation as a status of fal's queue, of which its user's line is the first part. `lines` is null when the log was
 * not requested.
 */
export function toFalStatus(
  publicUrl: string,
  row: GenerationRow,
  lines: readonly FalLogLine[] | null,
): FalStatus {
  const addresses = requestAddresses(publicUrl, row);
  const logs = lines && [...lines];
  if (row.finished_at) {
    const failure = findModelFailure(row);
    return {
      status: 'COMPLETED',
      ...addresses,
      logs,
      metrics: { inference_time: findInferenceSeconds(row) },
      ...(failure && { error: failure.message, error_type: failure.errorType }),
    };
  }
  if (row.stage === 'waiting' || row.stage === 'reserved' || row.stage === 'queued')
    return { status: 'IN_QUEUE', ...addresses, queue_position: row.queue_position ?? 0 };
  return { status: 'IN_PROGRESS', ...addresses, logs };
}

/**
 * The log of a generation, made from its row; the provider's own log is never shown. The percentage is the latest one,
 * with the current time. A status stream sends each line once.
 */
export function writeLogLines(row: GenerationRow): FalLogLine[] {
  const lines: FalLogLine[] = [];
  const add = (message: string, at: Date | null, level: FalLogLine['level'] = 'INFO') => {
    if (at) lines.push({ message, timestamp: at.toISOString(), level, source: 'USER' });
  };
  add(`Accepted: ${row.cost} credits are held`, row.created_at);
  for (const { field, from, to } of row.adjustments as Adjustment[])
    add(
      `${field}: ${formatValue(from)} is ${to === null ? 'not sent: the model has no such input' : `sent as ${formatValue(to)}, the nearest that the model takes`}`,
      row.created_at,
    );
  add('Sent to the model', row.submitted_at);
  if (row.percent !== null) add(`${row.percent} % done`, new Date());
  if (row.stage === 'saving') add('The result is being saved', row.stage_started_at);
  add('Cancellation was requested', row.cancel_requested_at);
  add(ending(row), row.finished_at, row.status === 'failed' ? 'ERROR' : 'INFO');
  return lines;
}

function ending(row: GenerationRow): string {
  const words = findModelFailure(row)?.message ?? (row.status === 'partial' ? 'Done in part' : 'Done');
  return `${words}: ${row.settled} credits charged, ${row.released} returned`;
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
