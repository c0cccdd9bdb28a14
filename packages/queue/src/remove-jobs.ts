import type { Queue } from 'bullmq';
import type { QueueBackend } from './backend.ts';
import { jobNames } from './jobs.ts';

const pageSize = 1_000;

/**
 * Removes finished jobs that are kept for the board: their data are ids, but the error of a failed one can quote personal
 * data. `choose` selects the generations whose jobs are removed.
 */
export async function removeFinishedJobs(
  backend: QueueBackend,
  choose: (generationIds: string[]) => Promise<readonly string[]>,
): Promise<void> {
  for (const name of jobNames) {
    const queue = backend.queue(name);
    const jobs = [...(await listJobs(queue, 'completed')), ...(await listJobs(queue, 'failed'))];
    if (jobs.length === 0) continue;
    const chosen = new Set(await choose(jobs.map(({ generationId }) => generationId)));
    for (const { id, generationId } of jobs) if (chosen.has(generationId)) await queue.remove(id);
  }
  await backend.removeErrorEvents();
}

type GenerationJob = { id: string; generationId: string };

async function listJobs(queue: Queue, state: 'completed' | 'failed'): Promise<GenerationJob[]> {
  const jobs: GenerationJob[] = [];
  for (let start = 0; ; start += pageSize) {
    const page = await queue.getJobs([state], start, start + pageSize - 1);
    // The page lacks a job that was removed meanwhile.
    for (const job of page) {
      const { generationId } = (job?.data ?? {}) as { generationId?: unknown };
      if (job?.id !== undefined && typeof generationId === 'string') jobs.push({ id: job.id, generationId });
    }
    if (page.length < pageSize) return jobs;
  }
}
