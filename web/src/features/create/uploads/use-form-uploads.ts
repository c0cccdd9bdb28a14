import type { Kind } from '@atelier/catalog';
import { useCallback } from 'react';
import { type ChangeValue, type FormValues, isFieldFull } from '../form-values.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

/** The uploads of a form, those of files included that are dropped or pasted anywhere on its page. */
export function useFormUploads(kind: Kind, values: FormValues, changeValue: ChangeValue): Uploads {
  const uploads = useUploads(kind, values, changeValue);
  const { add, items } = uploads;
  const isFull = useCallback(
    (field: string) => isFieldFull(kind, field, values[field]) || items.some((item) => item.field === field),
    [kind, values, items],
  );
  useDroppedFiles({ kind, isFull, add });
  return uploads;
}
