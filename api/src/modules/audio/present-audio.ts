import type { AudioHistoryRow, AudioStatusReply, GenerationStage, PublicGeneration } from '@atelier/contract';
import type { GenerationRow, ReturnedCredits } from '@atelier/db';

const progressMessages: Readonly<Record<GenerationStage, string | null>> = {
  reserved: 'Waiting to be sent to the model',
  queued: 'Waiting in the queue',
  generating: 'Generating audio',
  saving: 'Saving the result',
  cancelling: 'Cancelling',
  done: null,
};

export function toStatusReply(generation: PublicGeneration): AudioStatusReply {
  return {
    status: generation.status,
    audioUrl: generation.outputs[0]?.url ?? null,
    errorMessage: generation.error?.message ?? null,
    progressMessage: progressMessages[generation.progress.stage],
    progressPercentage: percentOf(generation),
    generation,
  };
}

export function toHistoryRow(
  generation: PublicGeneration,
  { refund_attempts: refundAttempts }: Pick<GenerationRow, 'refund_attempts'>,
  returned: ReturnedCredits | undefined,
): AudioHistoryRow {
  const { video_url: videoUrl } = generation.input;
  const [audio] = generation.outputs;
  return {
    ...toStatusReply(generation),
    id: generation.id,
    prompt: generation.prompt,
    createdAt: generation.created_at,
    inputMediaUrl: typeof videoUrl === 'string' ? videoUrl : null,
    inputMediaType: 'video',
    duration: audio?.duration_seconds ?? null,
    fileSize: audio?.bytes ?? null,
    creditsUsed: generation.credits.cost,
    requestId: generation.request_id,
    creditsRefunded: returned !== undefined,
    refundAmount: returned?.credits ?? null,
    refundedAt: returned?.returned_at.toISOString() ?? null,
    refundReason: returned?.reason ?? null,
    refundAttempts,
  };
}

function percentOf({ status, progress }: PublicGeneration): number {
  return status === 'completed' ? 100 : (progress.percent ?? 0);
}
