import type { Adjustment } from '@atelier/catalog/server';
import type { FalLogLine } from '@atelier/contract';
import { findModelFailure, type GenerationRow } from '@atelier/db';

/**
 * The log of a generation in our own words, from what its row tells; nothing that the provider wrote. The percent is
 * the newest one known, as of now: a stream of statuses sends each line once.
 */
export function writeLogLines(row: GenerationRow): FalLogLine[] {
  const lines: FalLogLine[] = [];
  const add = (message: string, at: Date | null, level: FalLogLine['level'] = 'INFO') => {
    if (at) lines.push({ message, timestamp: at.toISOString(), level, source: 'USER' });
  };
  add(`Accepted: ${row.cost} credits are held`, row.created_at);
  for (const { field, from, to } of row.adjustments as Adjustment[])
    add(`${field}: ${say(from)} is sent as ${say(to)}, the nearest that the model takes`, row.created_at);
  add('Sent to the model', row.submitted_at);
  if (row.percent !== null) add(`${row.percent} % done`, new Date());
  if (row.stage === 'saving') add('The result is being saved', row.stage_started_at);
  add('Cancellation was asked for', row.cancel_requested_at);
  add(ending(row), row.finished_at, row.status === 'failed' ? 'ERROR' : 'INFO');
  return lines;
}

function ending(row: GenerationRow): string {
  const words = findModelFailure(row)?.message ?? (row.status === 'partial' ? 'Done in part' : 'Done');
  return `${words}: ${row.settled} credits charged, ${row.released} given back`;
}

function say(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
