import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useRecordDialogs } from '../record-dialogs.tsx';
import { visibleOutputs } from './visible-outputs.ts';

/** Which image is looked at, by the id of its output, and which record has another dialog open. */
export function useImageDialogs() {
  const [shownId, setShownId] = useState<string>();
  const [taggingId, setTaggingId] = useState<string>();
  const records = useRecordDialogs();
  /** The first image of a record, or why it has none. */
  const open = (generation: PublicGeneration) => {
    const [output] = visibleOutputs(generation);
    if (output) setShownId(output.id);
    else records.setOpenId(generation.id);
  };
  return { shownId, setShownId, taggingId, setTaggingId, records, open };
}
