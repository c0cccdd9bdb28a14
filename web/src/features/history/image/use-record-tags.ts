import type { PublicGeneration } from '@atelier/contract';
import { useRef, useState } from 'react';
import { markImages } from '#product/generation/mark-images.ts';
import { refreshImageHistory } from './image-history-query.ts';

/** The tags of a record as the user last left them; those of the record again when the server refuses. */
export function useRecordTags(generation: PublicGeneration) {
  const [wanted, setWanted] = useState<readonly string[]>();
  // One after the other: each call replaces all tags, so the last one has to arrive last.
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const changeTags = (tags: readonly string[]) => {
    setWanted(tags);
    sending.current = sending.current.then(async () => {
      const records = await markImages([generation.id], { tags });
      if (records.length === 0) setWanted(undefined);
      else void refreshImageHistory();
    });
  };
  return { tags: wanted ?? generation.tags, changeTags };
}
