import { type Kind, type KindInput, timeSlice } from '@atelier/catalog';
import type { StatusReply } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { kindChanges } from '#product/realtime/changes.ts';

const queryKey = ['model-status'];
/** Several parts of a page share a reply of this age; the server keeps one for two seconds. */
const freshMs = 10_000;
const readAgainMs = 60_000;

/**
 * How all kinds have done lately, and which take no work; read again every minute while it is shown, and at once when an
 * event says that it has changed.
 */
export function useModelStatus() {
  return useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => request('GET /api/status', { signal }),
      staleTime: freshMs,
      refetchInterval: readAgainMs,
    },
    queryClient,
  );
}

// Listens once for all components that show the status: each of them would begin the read again.
kindChanges.subscribe(() => void queryClient.invalidateQueries({ queryKey }));

/** Lists the kinds whose model takes no work; what is submitted of them waits. */
export function listHeldKinds(status: StatusReply | undefined): string[] {
  return status?.kinds.flatMap(({ id, held_since: since }) => (since ? [id] : [])) ?? [];
}

/** Whether what is submitted of a kind waits or often fails now; undefined while it does neither. */
export function readTrouble(status: StatusReply | undefined, kindId: string): 'waits' | 'fails' | undefined {
  const kind = status?.kinds.find(({ id }) => id === kindId);
  if (status?.provider_held_since || kind?.held_since) return 'waits';
  return kind?.is_failing ? 'fails' : undefined;
}

/** Factors of the guess until the server has replied: those of a kind that has never completed. */
const unknownFactors = { typical: 1, most: 1.7 };

/** Seconds from the start to the result: half of all with these settings end within `typical`, nine of ten within `most`. */
export function useExpectedTime(): (guess: Guess) => { typical: number; most: number } {
  const { data } = useModelStatus();
  return ({ id, expectedSeconds, timeSlice: slice }) => {
    const expected = data?.kinds.find((kind) => kind.id === id)?.expected;
    const factors = expected?.slices.find((known) => known.slice === slice) ?? expected ?? unknownFactors;
    const wait = expected?.wait_seconds ?? 0;
    return { typical: expectedSeconds * factors.typical + wait, most: expectedSeconds * factors.most + wait };
  };
}

/** The catalog's guess for an input of a kind, and a key of the settings it depends on. */
type Guess = { id: string; expectedSeconds: number; timeSlice: string };

export function guessFor(kind: Kind, input: KindInput): Guess {
  return { id: kind.id, expectedSeconds: kind.expectedSeconds(input), timeSlice: timeSlice(input) };
}
