import { ErrorCode, type RepeatOptions } from 'bullmq';
import type { QueueBackend } from './backend.ts';
import type { JobName } from './jobs.ts';

const schedules: readonly { name: JobName; repeat: Omit<RepeatOptions, 'key'> }[] = [
  { name: 'sweep', repeat: { every: 10_000 } },
  { name: 'erase-accounts', repeat: { every: 600_000 } },
  { name: 'archive-generations', repeat: { pattern: '47 2 * * *', tz: 'UTC' } },
  // The first run of a day makes that day's checkpoint; the others make up for one that failed.
  { name: 'checkpoint-ledger', repeat: { pattern: '7 * * * *', tz: 'UTC' } },
  { name: 'reconcile-ledger', repeat: { pattern: '17 3 * * *', tz: 'UTC' } },
  { name: 'compare-storage', repeat: { pattern: '27 4 * * *', tz: 'UTC' } },
  { name: 'reconcile-costs', repeat: { pattern: '57 * * * *', tz: 'UTC' } },
  { name: 'check-kinds', repeat: { pattern: '37 4 * * 1', tz: 'UTC' } },
];

/**
 * Writes the schedules. Idempotent: any number of processes may call it at their start. Calls run one at a time, because
 * on PostgreSQL simultaneous ones would each add a first run, and every run continues the schedule.
 */
export async function upsertSchedules(backend: QueueBackend): Promise<void> {
  await backend.exclusively(async () => {
    for (const { name, repeat } of schedules) await upsert(backend, name, repeat);
  });
}

/**
 * Writes missing schedules again. Returns true when the queue had lost all of them, and with them its jobs; some are also
 * missing while another process writes them for the first time.
 */
export async function restoreSchedules(backend: QueueBackend): Promise<boolean> {
  const counts = await Promise.all(schedules.map(({ name }) => backend.queue(name).getJobSchedulersCount()));
  if (counts.some((count) => count === 0)) await upsertSchedules(backend);
  return counts.every((count) => count === 0);
}

async function upsert(
  backend: QueueBackend,
  name: JobName,
  repeat: Omit<RepeatOptions, 'key'>,
): Promise<void> {
  try {
    await backend.queue(name).upsertJobScheduler(name, repeat, { name, data: {} });
  } catch (error) {
    // A worker has just continued the schedule, so the run to add already exists.
    if (!isAlreadyScheduled(error)) throw error;
  }
}

function isAlreadyScheduled(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === ErrorCode.SchedulerJobIdCollision || error.code === ErrorCode.SchedulerJobSlotsBusy;
}
