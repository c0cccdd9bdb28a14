import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useState } from 'react';
import { request } from '#lib/api/request.ts';
import { useAccount } from '#product/account/account-store.ts';
import { historyCalls } from './history-calls.build.ts';

const debounceMs = 250;
const minLength = 2;
/** Most results of each medium, and in total. */
const perMedium = 4;
const maxRecords = 6;

/** The newest records of all media that contain the text. What was found last stays until the next reply. */
export function useFoundRecords(text: string): {
  records: readonly PublicGeneration[];
  isSearching: boolean;
} {
  const isSignedIn = useAccount().status === 'signed-in';
  const trimmed = text.trim();
  const wanted = isSignedIn && trimmed.length >= minLength ? trimmed : '';
  const [found, setFound] = useState<{ text: string; records: readonly PublicGeneration[] }>(nothingFound);
  useEffect(() => {
    if (wanted === '') return setFound(nothingFound);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void findRecords(wanted, controller.signal).then((records) => {
        if (!controller.signal.aborted) setFound({ text: wanted, records });
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted]);
  return {
    records: wanted === '' ? nothingFound.records : found.records,
    isSearching: wanted !== found.text,
  };
}

const nothingFound = { text: '', records: [] };

/** A medium that cannot be searched now leaves those that can. */
async function findRecords(search: string, signal: AbortSignal): Promise<PublicGeneration[]> {
  const query = { page: 1, pageSize: perMedium, search };
  const replies = await Promise.allSettled(historyCalls.map((call) => request(call, { query, signal })));
  const failed = replies.find((reply) => reply.status === 'rejected');
  if (failed && !signal.aborted) console.warn('Some records could not be searched', failed.reason);
  return replies
    .flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.data.map((row) => row.generation) : []))
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, maxRecords);
}
