import { AppError } from '@atelier/contract';

// BullMQ builds keys with colons and takes bare integers for ids of its own.
const allowedJobId = /^(?!\d+$)[\w.-]{1,200}$/;

/**
 * The id of a generation's job. A re-added id is ignored for as long as the finished job is kept (jobs.ts), so
 * whoever wants a job to run again raises `attempt` (a number from the database, never from the queue).
 */
export function generationJobId(step: string, generationId: string, attempt: number): string {
  return `gen-${generationId}-${step}-${attempt}`;
}

/** @throws AppError internal_error for an id that a backend would refuse or misread. */
export function assertJobId(jobId: string): void {
  if (allowedJobId.test(jobId)) return;
  throw new AppError('internal_error', {
    message: `A job id is letters, digits, dots, dashes and underscores, and not only digits: "${jobId}"`,
  });
}
