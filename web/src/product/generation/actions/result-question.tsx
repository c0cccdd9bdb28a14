import type { PublicGeneration } from '@atelier/contract';
import { Suspense } from 'react';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

const QuestionBox = lazyPart(async () => {
  const [{ QuestionBox }] = await Promise.all([import('./question-box.tsx'), loadMessages('question')]);
  return QuestionBox;
});

/** Asks once about a result that may be none; nothing for all others. */
export function ResultQuestion({ generation }: { generation: PublicGeneration }) {
  if (!generation.question) return null;
  return (
    <Suspense fallback={null}>
      <QuestionBox generation={generation} question={generation.question} />
    </Suspense>
  );
}
