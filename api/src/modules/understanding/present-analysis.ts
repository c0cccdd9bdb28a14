import type { PublicGeneration, UnderstandingHistoryRow, UnderstandingStatusReply } from '@atelier/contract';

export function toStatusReply(generation: PublicGeneration): UnderstandingStatusReply {
  return {
    job_id: generation.id,
    status: generation.status,
    result: answerOf(generation),
    error: generation.error?.message ?? null,
    created_at: generation.created_at,
    updated_at: generation.finished_at ?? generation.progress.stage_started_at ?? generation.created_at,
    generation,
  };
}

export function toHistoryRow(generation: PublicGeneration): UnderstandingHistoryRow {
  const { image } = generation.input;
  return {
    id: generation.id,
    image_url: typeof image === 'string' ? image : null,
    question: generation.prompt,
    result_text: answerOf(generation),
    error_message: generation.error?.message ?? null,
    status: generation.status,
    created_at: generation.created_at,
    generation,
  };
}

function answerOf({ outputs }: PublicGeneration): string | null {
  return outputs[0]?.text ?? null;
}
