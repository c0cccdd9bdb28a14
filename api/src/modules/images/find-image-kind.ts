import { defaultInput, inputIssue, type Kind, kindsOf } from '@atelier/catalog';
import { AppError } from '@atelier/contract';

type Named = Readonly<Record<string, unknown>>;

/**
 * The kind that a submission means: one of its type, by its model or its own id. Throws invalid_image_generation_type, or
 * validation_failed when the type has no such model.
 */
export function findImageKind({ image_generation_type: type, ...body }: Named): Kind {
  const kinds = kindsOf('image').filter((kind) => namesOf(kind).mode === type);
  if (kinds.length === 0) throw new AppError('invalid_image_generation_type');
  const model = body.model ?? body.model_name;
  const kind = kinds.find((candidate) => candidate.id === model || namesOf(candidate).model === model);
  if (kind) return kind;
  const options = kinds.map((candidate) => namesOf(candidate).model).join(', ');
  const issues = [inputIssue('model', 'option_not_supported', { value: String(model ?? ''), options })];
  throw new AppError('validation_failed', { details: { issues } });
}

function namesOf(kind: Kind) {
  return kind.columns(defaultInput(kind));
}
