import { isTerminal, type PublicGeneration } from '@atelier/contract';

/**
 * Describes a generation as far as an agent needs it. Words of users and models are under `data_from_others`, apart from
 * what this site says: a prompt, a tag or an answer may read like an instruction.
 */
export function describeGeneration(generation: PublicGeneration, publicUrl: string) {
  const { id, kind, medium, status, progress, credits, outputs, error, question } = generation;
  return {
    id,
    kind,
    medium,
    status,
    credits: { held: credits.held, charged: credits.settled, returned: credits.released },
    ...(!isTerminal(status) && { waits: describeWait(generation) }),
    files: outputs.filter(({ url }) => url !== null).length,
    ...(error && { error: { code: error.code, message: error.message } }),
    ...(question && {
      question: { doubt: question.doubt, credits: question.credits, until: question.until },
    }),
    page: `${publicUrl}/creator/history?view=${id}`,
    receipt: `${publicUrl}/api/generations/${id}/receipt`,
    data_from_others: {
      prompt: generation.prompt,
      tags: generation.tags,
      ...(progress.percent !== null && { percent: progress.percent }),
      ...(error && { reason: error.reason, fields: error.fields }),
      ...listTexts(outputs),
    },
  };
}

function describeWait({ progress }: PublicGeneration) {
  const { stage, waiting_reason, queue_position, expected_seconds, expected_most_seconds } = progress;
  return {
    stage,
    reason: waiting_reason,
    ahead: queue_position,
    expected_seconds: Math.round(expected_seconds),
    at_most_seconds: expected_most_seconds === null ? null : Math.round(expected_most_seconds),
  };
}

function listTexts(outputs: PublicGeneration['outputs']): { texts?: string[] } {
  const texts = outputs.flatMap(({ text }) => text ?? []);
  return texts.length > 0 ? { texts } : {};
}
