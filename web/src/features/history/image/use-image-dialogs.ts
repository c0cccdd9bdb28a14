import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { shownOutputs } from '#product/generation/outputs.ts';
import { useRecordDialogs } from '../history-dialogs.tsx';

/** Which image is looked at, by the id of its output, and which record has another dialog open. */
export function useImageDialogs() {
  const [shownId, setShownId] = useState<string>();
  const [taggingId, setTaggingId] = useState<string>();
  const records = useRecordDialogs();
  /** The first image of a record, or why it has none. */
  const open = (generation: PublicGeneration) => {
    const [output] = shownOutputs(generation);
    if (output) setShownId(output.id);
    else records.setOpenId(generation.id);
  };
  return { shownId, setShownId, taggingId, setTaggingId, records, open };
}
