import { lazyPart } from '#lib/parts/lazy-part.tsx';
import type { DeleteQuestionProps } from './deletion/delete-question.tsx';

const DeleteQuestion = lazyPart(async () => (await import('./deletion/delete-question.tsx')).DeleteQuestion, {
  note: 'above',
});

/** Asks before generations are deleted. Closed, and not even fetched, while there are none to ask about. */
export function DeleteDialog(props: DeleteQuestionProps) {
  if (props.generations.length === 0) return null;
  return <DeleteQuestion {...props} />;
}
