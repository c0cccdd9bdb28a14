import { lazy, Suspense } from 'react';
import type { DeleteQuestionProps } from './delete-question.tsx';

const DeleteQuestion = lazy(async () => ({
  default: (await import('./delete-question.tsx')).DeleteQuestion,
}));

/** Asks before generations are deleted. Closed, and not even fetched, while there are none to ask about. */
export function DeleteDialog(props: DeleteQuestionProps) {
  if (props.generations.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <DeleteQuestion {...props} />
    </Suspense>
  );
}
