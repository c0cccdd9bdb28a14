import type { Kind } from '@atelier/catalog';
import { useCallback, useState } from 'react';

/** A sentence, or the names of fields and why their values are not in the form. `kind` has them, with other values. */
export type NoteLine =
  | { text: string }
  | {
      reason: 'dropped' | 'filesNeeded' | 'refused';
      names: readonly string[];
      kind?: Kind | undefined;
      /** The values that were left out, by field, where the note can name them. */
      given?: Readonly<Record<string, string>>;
    };

/** A line that names fields; none where there is nothing to name. */
export function nameFields(
  reason: 'dropped' | 'filesNeeded' | 'refused',
  names: readonly string[],
  kind?: Kind,
): NoteLine[] {
  return names.length === 0 ? [] : [{ reason, names, kind }];
}

/** Says how a form has changed, until its user changes it again; `undo` brings the earlier one back. */
export type FormNote = { lines: readonly NoteLine[]; undo: (() => void) | undefined };

/** Shows lines in place of earlier ones; without a line nothing changes. */
export type Say = (lines: readonly NoteLine[], undo?: () => void) => void;

export type Notes = {
  note: FormNote | undefined;
  say: Say;
  clear: () => void;
};

export function useFormNote(): Notes {
  const [note, setNote] = useState<FormNote>();
  const say: Say = useCallback((lines, undo) => {
    if (lines.length > 0) setNote({ lines, undo });
  }, []);
  const clear = useCallback(() => setNote(undefined), []);
  return { note, say, clear };
}
