import { createStore } from '#lib/store.ts';
import type { NoteLine } from '../form-note.ts';

/** Left by a form to that of another page, which opens next. */
export type Handover = {
  /** Path of the page that opens. */
  path: string;
  /** Files to upload there. */
  uploads: readonly { field: string; file: File }[];
  /** Sentences about the change, to show there. */
  lines: readonly NoteLine[];
  /** Brings back the form as it was. */
  undo: (() => void) | undefined;
};

export const handover = createStore<Handover | undefined>(undefined);
