import type { FalLogLine, FalStatus } from '@atelier/contract';
import { findModelFailure, type GenerationRow, inferenceSecondsOf } from '@atelier/db';
import { proxyPath } from './read-fal-call.ts';

/** Owner and app of an endpoint: all that fal keeps of it in the addresses of a request (fal.md 1.2). */
export function appOf(endpoint: string): string {
  return endpoint.split('/').slice(0, 2).join('/');
}

/** Where a request is asked about without fal's client: these are addresses of ours that work. */
export function requestAddresses(publicUrl: string, { id, provider_endpoint: endpoint }: GenerationRow) {
  const address = `${publicUrl}${proxyPath}/${appOf(endpoint)}/requests/${id}`;
  return {
    request_id: id,
    response_url: address,
    status_url: `${address}/status`,
    cancel_url: `${address}/cancel`,
  };
}

/** A row in the words of fal's queue. `lines` is null where nobody asked for the log. */
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
      metrics: { inference_time: inferenceSecondsOf(row) },
      ...(failure && { error: failure.message, error_type: failure.errorType }),
    };
  }
  if (row.stage === 'reserved' || row.stage === 'queued')
    return { status: 'IN_QUEUE', ...addresses, queue_position: row.queue_position ?? 0 };
  return { status: 'IN_PROGRESS', ...addresses, logs };
}
