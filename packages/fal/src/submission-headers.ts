import type { FalOptions } from './connection.ts';

const hourSeconds = 3_600;
const defaultFileHours = 24;

type Choices = Pick<FalOptions, 'fileHours' | 'storesPayloads'>;

/**
 * Builds what every submission asks of fal: the model that was sold and no other, files that end, no start after our deadline,
 * and, by the operator's choice, no copy of input and output.
 */
export function buildSubmissionHeaders(options: Choices, deadlineAt: Date): Record<string, string> {
  const headers: Record<string, string> = {
    'x-fal-queue-priority': 'normal',
    'x-app-fal-disable-fallback': '1',
    // A whole second less rather than more: what begins after the deadline is billed and has no taker.
    'x-fal-request-timeout': String(Math.max(1, Math.floor(secondsUntil(deadlineAt)))),
    'x-fal-object-lifecycle-preference': JSON.stringify({
      expiration_duration_seconds: readFileSeconds(options, deadlineAt),
    }),
  };
  if (options.storesPayloads === false) headers['x-fal-store-io'] = '0';
  return headers;
}

/** How long fal keeps a file of a generation, from now on: its deadline leaves time to copy a result that comes late. */
export function readFileSeconds({ fileHours = defaultFileHours }: Choices, deadlineAt: Date): number {
  return Math.ceil(Math.max(0, secondsUntil(deadlineAt))) + fileHours * hourSeconds;
}

function secondsUntil(moment: Date): number {
  return (moment.getTime() - Date.now()) / 1000;
}
