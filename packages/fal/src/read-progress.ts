export type FalProgress =
  | { state: 'queued'; queuePosition: number | null }
  | { state: 'running'; percent: number | null }
  | { state: 'done' };

type StatusBody = { status?: unknown; queue_position?: unknown; logs?: unknown };

/** Reads a status of fal's queue. An unknown one counts as running. */
export function readProgress(body: unknown): FalProgress {
  const { status, queue_position: position, logs } = (body ?? {}) as StatusBody;
  if (status === 'COMPLETED') return { state: 'done' };
  if (status === 'IN_QUEUE') return { state: 'queued', queuePosition: readPosition(position) };
  return { state: 'running', percent: readPercent(logs) };
}

const maxPosition = 2_147_483_647;

/** The place in fal's queue. It only advises: a value that cannot be one, or be stored, is none. */
export function readPosition(position: unknown): number | null {
  const isPlace = Number.isInteger(position) && Number(position) >= 0 && Number(position) <= maxPosition;
  return isPlace ? Number(position) : null;
}

/** The last "37%" or "12/30" in the logs as 0 to 99, or null: many models print such lines, but fal promises none. */
function readPercent(logs: unknown): number | null {
  if (!Array.isArray(logs)) return null;
  for (const line of logs.toReversed()) {
    const message = (line as { message?: unknown } | null)?.message;
    if (typeof message !== 'string') continue;
    const percent = /(\d{1,3})(?:\.\d+)?\s?%/.exec(message);
    if (percent) return clamp(Number(percent[1]));
    const steps = /\b(\d{1,4})\s?\/\s?(\d{1,4})\b/.exec(message);
    if (steps && Number(steps[2]) > 0) return clamp((100 * Number(steps[1])) / Number(steps[2]));
  }
  return null;
}

function clamp(percent: number): number {
  return Math.max(0, Math.min(99, Math.floor(percent)));
}
