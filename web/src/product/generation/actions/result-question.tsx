import type { PublicGeneration } from '@atelier/contract';
import { Suspense } from 'react';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

const QuestionBox = lazyPart(async () => (await import('./question-box.tsx')).QuestionBox);

/** Asks once about a result that may be none; nothing for all others. */
export function ResultQuestion({ generation }: { generation: PublicGeneration }) {
  if (!generation.question) return null;
  return (
    <Suspense fallback={null}>
      <QuestionBox generation={generation} question={generation.question} />
    </Suspense>
  );
}
